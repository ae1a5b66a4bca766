import { findStandInCollector, type StandInCollector } from './stand-in-collectors.ts';
import { showImage, type StandInKit } from './stand-in-kits.ts';

const pageSize = 30;
const noPicture = '/static/logos/not_found.png';
const noProfilePicture = '/static/profilepic/0_default.jpg';
/** The placeholder of a lazily loaded picture. */
const placeholder = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** A page of a collection, in the format of `/user/<id>/?p=<page>`; undefined if the id is unknown. */
export function writeCollectionPage(
  { userid, page }: { userid: number; page: number },
  site: string,
): string | undefined {
  const collector = findStandInCollector(userid);
  if (!collector) return undefined;
  const first = (page - 1) * pageSize;
  const kits = collector.kits.slice(first, first + pageSize);
  return writeDocument(
    `${collector.name} - Kit Collection`,
    `${writeProfile(collector)}
  <div class="kit-container">
${kits.map((kit, index) => writeKit(kit, first + index, site)).join('\n')}
  </div>
  ${writePager(collector, page)}`,
  );
}

/** The site's page for unknown URLs. */
export function writeNotFoundPage(): string {
  return writeDocument('404 Not Found', '<h1><span class="main-title">404 Not Found</span></h1>');
}

/** The start page. */
export function writeFrontPage(userids: readonly number[]): string {
  const links = userids.map((id) => `<li><a href="/user/${id}/">/user/${id}/</a></li>`);
  return writeDocument(
    'Stand-in archive',
    `<p>This server imitates the external kit archive. Its collectors and their kits are fictional:</p>
  <ul>${links.join('')}</ul>`,
  );
}

function writeDocument(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>${escapeHtml(title)}</title>
</head>
<body>
  <nav><a class="button" href="/?p=99"><img src="/static/logo.png" alt="Home"></a></nav>
  ${body}
</body>
</html>
`;
}

function writeProfile({ name, image, points, kits }: StandInCollector): string {
  return `<h1><span class="main-title">${escapeHtml(name)}</span> <span>Kit Collection</span></h1>
  <img class="profilepic-main" src="${escapeHtml(image || noProfilePicture)}" alt="">
  <div class="content-c">
    <p><b>${kits.length}</b> Kits</p>
    <p>Joined in <b>2019</b>, <b>${points}</b> Additions</p>
  </div>`;
}

function writeKit(kit: StandInKit, index: number, site: string): string {
  const season = escapeHtml(`${kit.season} ${kit.type}`);
  return `    <div class="kit" id="${kit.id}">
      <a href="${escapeHtml(kit.path)}">
        ${index % 6 === 4 ? '<!-- <img src="/static/kits/old.png" alt=""> -->' : ''}${writeImage(showImage(kit, site) ?? noPicture, index)}
        <div class="kit-teamname">${escapeHtml(kit.team)}</div>
        <div class="kit-season" title="${season} Kit">${season}</div>
      </a>
    </div>`;
}

function writeImage(address: string, index: number): string {
  const source = escapeHtml(address);
  return index % 5 === 3
    ? `<img class="lazy" src="${placeholder}" data-src="${source}" alt="">`
    : `<img src="${source}" alt="">`;
}

function writePager({ id, kits }: StandInCollector, page: number): string {
  const last = Math.max(1, Math.ceil(kits.length / pageSize));
  if (last === 1) return '';
  const button = (to: number, text: string) => `<a class="button" href="/user/${id}/?p=${to}">${text}</a>`;
  const previous = page > 1 ? button(page - 1, 'Previous') : '';
  return `<div class="pager">${previous} ${page < last ? button(page + 1, 'Next') : ''}</div>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
