/** A text with ranges of UTF-16 offsets marked, ends exclusive. */
export function Highlighted({ text, ranges }: { text: string; ranges: ReadonlyArray<readonly number[]> }) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const [start = 0, end = 0] of ranges) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
