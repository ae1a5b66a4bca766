import { html, type Html } from '@kitroom/server/pages/html';
import { toPictureUrl } from '../../kits/kit-view.ts';
import type { KitItemRow } from '../../kits/kit-rows.ts';

/** A picture beside the name, which it does not repeat; `large` on the record's own page. */
type Size = 'thumb' | 'large';

const PIXELS = { thumb: 28, large: 180 } as const;

/** A kit's own picture, else the drawn one; the drawn one too if the pages' policy does not permit the address. */
export function showKit(row: KitItemRow, size: Size): Html {
  const own = row.main_img_url;
  return picture(
    toPictureUrl(own !== null && !isPermitted(own) ? { ...row, main_img_url: null } : row, ''),
    size,
  );
}

/** A record's logo; undefined if there is none that can be shown. */
export function showLogo(logo: unknown, size: Size): Html | undefined {
  return typeof logo === 'string' && isPermitted(logo) ? picture(logo, size) : undefined;
}

/** Paths are of this service. Browsers would not load `http` pictures in pages that came by HTTPS. */
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
