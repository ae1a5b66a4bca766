import { form, isRefusal, searchForm } from '@kitroom/server/pages/form';
import { html, type Html, type HtmlValue } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import { findRow } from '@kitroom/server/pages/list-queries';
import type { PageRequest, PageRoute, Redirect } from '@kitroom/server/pages/page-router';
import { readId } from '@kitroom/server/pages/read-number';
import { listHref, redirectWith, suggestPath } from '@kitroom/server/pages/resource';
import { table } from '@kitroom/server/pages/table';
import { CHANGES_KEPT_DAYS } from '../changes/change-queries.ts';
import { ALIASES_MAX } from '../interchange/line-schemas.ts';
import { searchNames } from '../records/list-records.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import { listDuplicates, listFilledFields, mergeAliases, mergeClubs } from './merge-clubs.ts';
import type { Operator } from './operator-session.ts';
import type { RecordContext } from './records/change-catalogue.ts';
import { kindOf } from './records/kinds.ts';
import { countKitsOf } from './records/record-queries.ts';
import { recordSources, type StoredRecord } from './records/record-sources.ts';
import { findReferences } from './records/references.ts';

type Request = PageRequest<Operator>;

const CLUBS = kindOf('club');
const CLUBS_HREF = listHref(CLUBS);
const DUPLICATES_MAX = 20;

export function mergeRoutes(context: RecordContext): Array<PageRoute<Operator>> {
  return [
    { method: 'GET', path: '/clubs/:key/merge', handle: (request) => choose(context, request) },
    { method: 'POST', path: '/clubs/:key/merge', handle: (request) => merge(context, request) },
  ];
}

async function choose(context: RecordContext, request: Request): Promise<Page> {
  const club = await getClub(context, request.params['key']);
  const text = (request.query['other'] ?? '').replaceAll('\0', '').trim();
  const index = await context.index.read();
  const matches = text === '' ? [] : findReferences(index, 'club', text);
  const [otherClub] = matches;
  if (matches.length === 1 && otherClub && otherClub.id !== club.id) {
    return previewPage(context, request, club, await getClub(context, otherClub.id));
  }
  return searchPage(
    index,
    club,
    text,
    matches.map(({ id = 0 }) => id),
  );
}

/**
 * Prompts for the other club. `matches` are the ids of the clubs that the text matched: none, several, or
 * only the club itself.
 */
function searchPage(
  index: CatalogueIndex,
  club: StoredRecord,
  text: string,
  matches: readonly number[],
): Page {
  const address = `${CLUBS_HREF}/${club.id}/merge`;
  const isSelf = matches.length === 1;
  const keyword = text === '' || isSelf ? nameOf(club) : text;
  const offered =
    matches.length > 1
      ? matches.flatMap((id) => index.clubs.byId.get(id) ?? [])
      : searchNames(index, 'clubs', keyword);
  const heading = matches.length > 1 ? 'Clubs with this name' : 'Clubs with a similar name';
  return {
    title: `Merge ${nameOf(club)}`,
    trail: trailOf(club),
    body: html`
      <p>Two records of the same club become one. Nothing happens before you have seen what would change.</p>
      ${text !== '' && html`<p class="notice">${explainChoice(text, matches)}</p>`}
      ${searchForm({
        action: address,
        fields: [
          {
            name: 'other',
            label: 'The other club',
            hint: 'Its name, slug or id.',
            suggestFrom: suggestPath('club'),
          },
        ],
        values: { other: text },
      })}
      <h2>${heading}</h2>
      ${table({
        caption: heading,
        columns: [
          { label: 'Name', cell: (row) => row.name },
          { label: 'Slug', cell: (row) => html`<code>${row.slug}</code>` },
          { label: 'Country', cell: (row) => row.country },
          {
            label: 'Choose',
            cell: (row) =>
              html`<a href="${address}?${new URLSearchParams({ other: `#${row.id}` }).toString()}"
                >Merge<span class="unseen"> with ${row.slug}</span>…</a
              >`,
          },
        ],
        rows: offered.filter(({ id }) => id !== club.id),
        empty: 'No similar clubs.',
      })}
    `,
  };
}

function explainChoice(text: string, matches: readonly number[]): string {
  if (matches.length === 0) return `There is no club with the name, slug or id “${text}”.`;
  if (matches.length === 1) return 'That is the club itself.';
  return `${matches.length} clubs are named “${text}”. Choose one of them.`;
}

/**
 * Shows what the merge would do. The club in the URL is the target unless `keep` is the id of the other one.
 */
async function previewPage(
  context: RecordContext,
  { csrf, query }: Pick<Request, 'csrf' | 'query'>,
  club: StoredRecord,
  otherClub: StoredRecord,
  refusal?: string,
): Promise<Page> {
  const [target, source] = query['keep'] === String(otherClub.id) ? [otherClub, club] : [club, otherClub];
  const address = `${CLUBS_HREF}/${club.id}/merge`;
  const moving = await countKitsOf(context.db, 'club', source.id);
  const filled = listFilledFields(target.line, source.line);
  const { gained, lost } = mergeAliases(target.line, source.line);
  return {
    title: 'Merge two clubs',
    status: refusal === undefined ? 200 : 409,
    trail: trailOf(club),
    body: html`
      ${refusal !== undefined && html`<div class="errors" role="alert"><p>${refusal}</p></div>`}
      ${comparison(target, source)}
      <p>
        <a href="${address}?other=%23${otherClub.id}&amp;keep=${source.id}">Keep ${slugOf(source)} instead</a>
      </p>
      <h2>What happens</h2>
      <ul>
        <li>
          <strong>${moving.toLocaleString('en')} ${moving === 1 ? 'kit moves' : 'kits move'}</strong> to
          ${nameOf(target)} (<code>${slugOf(target)}</code>). Their names and slugs stay as they are; slugs of
          kits are unique, so none of them clash.
        </li>
        <li>
          ${
            filled.length === 0
              ? 'The remaining club keeps all its fields.'
              : `The remaining club takes these missing fields from the other one: ${filled.join(', ')}.`
          }
        </li>
        ${gained.length > 0 && html`<li>Searches also find the remaining club by these names: ${gained.join(', ')}.</li>`}
        ${
          lost.length > 0 &&
          html`<li>
            It has no room for these names, because a club has at most ${ALIASES_MAX} aliases:
            ${lost.join(', ')}.
          </li>`
        }
        <li>
          The club with the id ${source.id} is deleted: for ${CHANGES_KEPT_DAYS} days the API redirects
          requests for it to the remaining club.
        </li>
        <li>
          The slug <code>${slugOf(source)}</code> means <code>${slugOf(target)}</code> from then on. An import
          that names it adds its kits to the remaining club, and changes nothing else.
        </li>
      </ul>
      ${await duplicates(context, target, source)}
      ${form({
        action: address,
        csrf,
        fields: [],
        values: {},
        hidden: {
          other: String(otherClub.id),
          keep: String(target.id),
          version: club.version,
          other_version: otherClub.version,
        },
        submit: 'Merge the clubs',
        tone: 'danger',
        cancel: `${CLUBS_HREF}/${club.id}`,
      })}
    `,
  };
}

function comparison(target: StoredRecord, source: StoredRecord): Html {
  const rows: HtmlValue[][] = [
    ['Id', target.id, source.id],
    ...CLUBS.fields.map(({ name, label }) => [label, show(target.line[name]), show(source.line[name])]),
  ];
  return table<HtmlValue[]>({
    caption: 'The two clubs',
    columns: [
      { label: 'Field', cell: (row) => row[0] },
      { label: 'Kept', cell: (row) => row[1] },
      { label: 'Merged', cell: (row) => row[2] },
    ],
    rows,
    empty: '',
  });
}

async function duplicates(
  { db }: RecordContext,
  target: StoredRecord,
  source: StoredRecord,
): Promise<Html | undefined> {
  const pairs = await listDuplicates(db, target.id, source.id, DUPLICATES_MAX);
  if (pairs.length === 0) return undefined;
  const kits = listHref(kindOf('kit'));
  return html`<h2>Kits that may be the same</h2>
    <p>
      Both clubs have a kit of this season and type. Both remain; delete one of them where they are the same.
    </p>
    ${table({
      caption: 'Kits that may be the same',
      columns: [
        { label: 'Kept', cell: (row) => html`<a href="${kits}/${row.id}">${row.name}</a>` },
        { label: 'Moves', cell: (row) => html`<a href="${kits}/${row.other_id}">${row.other_name}</a>` },
      ],
      rows: pairs,
      empty: '',
    })}`;
}

async function merge(context: RecordContext, request: Request): Promise<Page | Redirect> {
  const { form: sent, visitor, csrf, params } = request;
  const club = { id: readId(params['key']), version: sent['version'] ?? '' };
  const otherClub = { id: readId(sent['other']), version: sent['other_version'] ?? '' };
  const [target, source] = sent['keep'] === String(otherClub.id) ? [otherClub, club] : [club, otherClub];
  try {
    const moved = await mergeClubs(context, visitor, target, source);
    const text = `Merged the clubs; ${moved === 1 ? '1 kit' : `${moved} kits`} moved.`;
    return redirectWith(`${CLUBS_HREF}/${target.id}`, text);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [clubRecord, otherRecord] = [await getClub(context, club.id), await getClub(context, otherClub.id)];
    return previewPage(context, { csrf, query: sent }, clubRecord, otherRecord, error.message);
  }
}

function getClub(context: RecordContext, id: number | string | undefined): Promise<StoredRecord> {
  const clubs = { source: recordSources(context).club, singular: CLUBS.singular };
  return findRow<StoredRecord>(context.db, clubs, String(id));
}

function trailOf(club: StoredRecord) {
  return [
    { href: CLUBS_HREF, label: CLUBS.title },
    { href: `${CLUBS_HREF}/${club.id}`, label: nameOf(club) },
  ];
}

function nameOf({ line }: StoredRecord): string {
  return String(line['name']);
}

function slugOf({ line }: StoredRecord): string {
  return String(line['slug']);
}

/** Displays embedded pictures instead of their data URLs, which are too long to read. */
function show(value: unknown): HtmlValue {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (!value.startsWith('data:')) return value;
  return html`<img class="thumb" src="${value}" alt="A picture" width="28" height="28" />`;
}
