import { html, type Html } from '@kitroom/server/pages/html';
import { readRows } from '@kitroom/server/pages/list-queries';
import type { KitItemRow } from '../../kits/kit-rows.ts';
import { ADMIN_ROOT } from '../operator-session.ts';
import { recordLists } from './record-list-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import type { SearchIndex } from '../../search-index/open-index.ts';
import { showKit } from './record-picture.ts';

interface KitRow extends KitItemRow {
  club: string;
  club_id: number;
  season: string;
  season_id: number;
  type: string;
  type_id: number;
  brand: string;
  brand_id: number;
}

/** A kit's picture, and the names of what it refers to, with links to the other kits of each. */
export async function describeKit(context: { db: Database; index: SearchIndex }, id: number): Promise<Html> {
  const [kit] = await readRows<KitRow>(context.db, recordLists(context).kits, [id]);
  if (!kit) return html``;
  const link = (filter: string, of: number, name: string) =>
    html`<a href="${ADMIN_ROOT}/kits?${filter}=${of}">${name}</a>`;
  return html`${showKit(kit, 'large')}
    <p class="quiet">
      Number ${id} · ${link('club', kit.club_id, kit.club)} · ${link('season', kit.season_id, kit.season)} ·
      ${link('kit_type', kit.type_id, kit.type)} · ${link('brand', kit.brand_id, kit.brand)}
    </p>`;
}
