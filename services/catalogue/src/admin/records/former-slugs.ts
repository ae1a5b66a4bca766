import type { Database } from '@kitroom/server/database/database';
import { html, type Html } from '@kitroom/server/pages/html';
import { listFormerSlugs } from './record-queries.ts';

export async function formerSlugs(db: Database, clubId: number): Promise<Html | undefined> {
  const slugs = await listFormerSlugs(db, clubId);
  if (slugs.length === 0) return undefined;
  return html`<h2>Slugs of clubs that were merged into it</h2>
    <p class="quiet">An import that names one of these means this club.</p>
    <ul>
      ${slugs.map((slug) => html`<li><code>${slug}</code></li>`)}
    </ul>`;
}
