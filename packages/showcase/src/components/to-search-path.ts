/** The address of the screen with what a keyword finds. */
export function toSearchPath(keyword: string): string {
  return `/search?${new URLSearchParams({ q: keyword })}`;
}
