/** Address of an archive that the tests never contact. */
export const ARCHIVE = 'https://archive.example';

/** The HTML of a kit in a collection. */
export function kit(id: string, inner: string): string {
  return `<div class="kit" id="${id}">${inner}<div class="kit-teamname">Rovers</div>
    <div class="kit-season" title="2023-24 GK 2 Kit">23-24 GK 2</div></div>`;
}

/** The HTML of a page of a collection. */
export function page(body: string, title = 'Collection of Ada'): string {
  return `<!doctype html><title>${title}</title><h1><span class="main-title">Ada</span></h1>
    <img class="profilepic-main" src="/pic/5.jpg"><div class="content-c"><p><b>4</b> Additions <b>9</b> Likes</p></div>
    <div class="kit-container">${body}</div>`;
}

/** Returns `name0`, `name1` and so on. */
export const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}${index}`);

/** A link with an image, as in the first kit of most pages. */
export const link = '<a href="/rovers-gk-2-kit-7/"><img src="/7.jpg"></a>';
