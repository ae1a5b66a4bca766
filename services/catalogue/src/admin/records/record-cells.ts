import { html, type Html } from '@kitroom/server/pages/html';
import { ADMIN_ROOT } from '@kitroom/server/pages/resource';
import type { Column } from '@kitroom/server/pages/table';
import type { Kind } from '../../interchange/line-schemas.ts';
import type { KitItemRow } from '../../kits/kit-rows.ts';
import { toPictureUrl } from '../../kits/kit-view.ts';
import type { RecordRow } from './record-sources.ts';

/** The size of a picture: `thumb` next to a name in a list, `large` on the record's page. */
type Size = 'thumb' | 'large';

const PIXELS = { thumb: 28, large: 180 } as const;

export const SLUG_COLUMN: Column<RecordRow> = {
  label: 'Slug',
  cell: (row) => html`<code>${row['slug'] as string}</code>`,
};

/** The column of names with pictures. */
export function nameColumn(kind: Kind): Column<RecordRow> {
  const isSeason = kind === 'season';
  return {
    label: isSeason ? 'Season' : 'Name',
    sort: isSeason ? 'season' : 'name',
    cell: (row) =>
      html`${showPicture(kind, row, 'thumb')}<a href="${ADMIN_ROOT}/${kind.replace('_', '-')}s/${row.id}"
          >${nameOf(row)}</a
        >`,
  };
}

/** The column with the number of a record's kits, which links to them. */
export function kitsColumn(kind: Kind): Column<RecordRow> {
  return {
    label: 'Kits',
    isNumber: true,
    cell(row) {
      const count = Number(row['kits']);
      return count === 0 ? '0' : html`<a href="${kitsHref(kind, row.id)}">${count.toLocaleString('en')}</a>`;
    },
  };
}

/** The URL of the list of a record's kits. The number sign distinguishes ids from years. */
export function kitsHref(kind: Kind, id: number): string {
  return `${ADMIN_ROOT}/kits?${new URLSearchParams({ [kind]: `#${id}` })}`;
}

/** The showcase's path of a club or a kit, or of the kits of any other record. */
export function showcasePath(kind: Kind, id: number): string {
  if (kind === 'club' || kind === 'kit') return `/${kind}s/${id}`;
  return `/kits?${kind === 'kit_type' ? 'type' : kind}=${id}`;
}

export function nameOf(row: RecordRow): string {
  return (row['name'] ?? row['year']) as string;
}

/**
 * Shows a kit's stored or drawn picture, or a record's logo. The drawn picture also replaces a stored one
 * that the pages' content security policy forbids.
 */
export function showPicture(kind: Kind, row: RecordRow, size: Size): Html | undefined {
  if (kind !== 'kit') {
    const logo = row['logo'];
    return typeof logo === 'string' && isPermitted(logo) ? picture(logo, size) : undefined;
  }
  const kit = row as unknown as KitItemRow;
  const stored = kit.main_img_url;
  const shown = stored !== null && !isPermitted(stored) ? { ...kit, main_img_url: null } : kit;
  return picture(toPictureUrl(shown, ''), size);
}

/**
 * Paths are allowed because they belong to this service. `http` pictures are not: browsers block them in
 * HTTPS pages.
 */
function isPermitted(address: string): boolean {
  return /^(?:data:|https:|\/)/.test(address);
}

function picture(address: string, size: Size): Html {
  const pixels = PIXELS[size];
  return html`<img
    class="${size}"
    src="${address}"
    alt=""
    width="${pixels}"
    height="${pixels}"
    loading="lazy"
  />`;
}
