import { query, type Database } from '@kitroom/server/database/database';
import { html, type Html } from '@kitroom/server/pages/html';

/** The slugs that a club has from clubs that were merged into it. */
export async function formerSlugs(db: Database, clubId: number): Promise<Html | undefined> {
  const rows = await query<{ slug: string }>(
    db,
    'select slug from former_club_slugs where club_id = ? order by slug',
    [clubId],
  );
  if (rows.length === 0) return undefined;
  return html`<h2>Slugs of clubs that were merged into it</h2>
    <p class="quiet">An import that names one of these means this club.</p>
    <ul>
      ${rows.map(({ slug }) => html`<li><code>${slug}</code></li>`)}
    </ul>`;
}
