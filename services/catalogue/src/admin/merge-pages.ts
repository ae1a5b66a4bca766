import { notFound } from '@kitroom/server/http/errors';
import { form, searchForm } from '@kitroom/server/pages/form';
import { html, type Html, type HtmlValue } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { table } from '@kitroom/server/pages/table';
import { CHANGES_KEPT_DAYS } from '../changes/change-queries.ts';
import { ALIASES_MAX } from '../interchange/line-schemas.ts';
import { searchNames } from '../search-names.ts';
import { mergeAliases, mergeClubs, listFilledFields } from './merge-clubs.ts';
import { findClubId, listDuplicates } from './merge-queries.ts';
import type { Operator } from './operator-session.ts';
import { readId, toInteger } from '@kitroom/server/pages/read-number';
import { pageOf } from './records/kind-pages.ts';
import { FormRefused } from './records/record-form.ts';
import type { Cache } from '@kitroom/server/cache/cache';
import type { Database } from '@kitroom/server/database/database';
import type { SearchIndex } from '../search-index/open-index.ts';
import { countKitsOf, findStored, type StoredRecord } from './records/record-queries.ts';

type Request = PageRequest<Operator>;

const CLUBS = pageOf('club');
const DUPLICATES_MAX = 20;

export function mergeRoutes(context: {
  db: Database;
  cache: Cache;
  index: SearchIndex;
}): Array<PageRoute<Operator>> {
  return [
    { method: 'GET', path: '/clubs/:id/merge', answer: (request) => choose(context, request) },
    { method: 'POST', path: '/clubs/:id/merge', answer: (request) => merge(context, request) },
  ];
}

async function choose(
  context: { db: Database; cache: Cache; index: SearchIndex },
  request: Request,
): Promise<Page> {
  const club = await getClub(context, readId(request.params['id']));
  const given = (request.query['other'] ?? '').trim();
  const other = given === '' ? undefined : await findOther(context, given);
  if (!other || other.id === club.id) return searchPage(context, club, given, other);
  return previewPage(context, request, club, other);
}

async function searchPage(
  context: { db: Database; cache: Cache; index: SearchIndex },
  club: StoredRecord,
  given: string,
  other: StoredRecord | undefined,
): Promise<Page> {
  const address = `${CLUBS.path}/${club.id}/merge`;
  const similar = await searchNames(context, 'clubs', given === '' || other ? nameOf(club) : given);
  return {
    title: `Merge ${nameOf(club)}`,
    trail: trailOf(club),
    body: html`
      <p>Two records of the same club become one. Nothing happens before you have seen what would change.</p>
      ${
        given !== '' &&
        html`<p class="notice">
          ${other ? 'That is the club itself.' : html`No club has the slug or number “${given}”.`}
        </p>`
      }
      ${searchForm({
        action: address,
        fields: [{ name: 'other', label: 'The other club', hint: 'Its slug or number.' }],
        values: { other: given },
      })}
      <h2>Clubs with a similar name</h2>
      ${table({
        caption: 'Clubs with a similar name',
        columns: [
          { label: 'Name', cell: (row) => row.name },
          { label: 'Slug', cell: (row) => html`<code>${row.slug}</code>` },
          { label: 'Country', cell: (row) => row.country },
          {
            label: 'Choose',
            cell: (row) =>
              html`<a href="${address}?other=${row.id}"
                >Merge<span class="unseen"> with ${row.slug}</span>…</a
              >`,
          },
        ],
        rows: similar.filter(({ id }) => id !== club.id),
        empty: 'There are none.',
      })}
    `,
  };
}

/** The club in the URL is the target unless `keep` names the other one. */
async function previewPage(
  context: { db: Database; cache: Cache; index: SearchIndex },
  { csrf, query: given }: Pick<Request, 'csrf' | 'query'>,
  club: StoredRecord,
  other: StoredRecord,
  refusal?: string,
): Promise<Page> {
  const [target, source] = given['keep'] === String(other.id) ? [other, club] : [club, other];
  const address = `${CLUBS.path}/${club.id}/merge`;
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
      <p><a href="${address}?other=${other.id}&amp;keep=${source.id}">Keep ${slugOf(source)} instead</a></p>
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
        ${gained.length > 0 && html`<li>Searches find the remaining club by these names too: ${gained.join(', ')}.</li>`}
        ${
          lost.length > 0 &&
          html`<li>
            It has no room for these names, because a club has at most ${ALIASES_MAX} aliases:
            ${lost.join(', ')}.
          </li>`
        }
        <li>
          The club with the number ${source.id} is deleted: for ${CHANGES_KEPT_DAYS} days the API redirects
          requests for it to the remaining club.
        </li>
        <li>
          The slug <code>${slugOf(source)}</code> means <code>${slugOf(target)}</code> from then on. An import
          that names it adds its kits to the remaining club, and changes nothing else of it.
        </li>
      </ul>
      ${await duplicates(context, target, source)}
      ${form({
        action: address,
        csrf,
        fields: [],
        values: {},
        hidden: {
          other: String(other.id),
          keep: String(target.id),
          version: club.version,
          other_version: other.version,
        },
        submit: 'Merge the clubs',
        tone: 'danger',
        cancel: `${CLUBS.path}/${club.id}`,
      })}
    `,
  };
}

function comparison(target: StoredRecord, source: StoredRecord): Html {
  const rows: HtmlValue[][] = [
    ['Number', target.id, source.id],
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
  { db }: { db: Database; cache: Cache; index: SearchIndex },
  target: StoredRecord,
  source: StoredRecord,
): Promise<Html | undefined> {
  const found = await listDuplicates(db, target.id, source.id, DUPLICATES_MAX);
  if (found.length === 0) return undefined;
  const kits = pageOf('kit').path;
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
      rows: found,
      empty: '',
    })}`;
}

async function merge(
  context: { db: Database; cache: Cache; index: SearchIndex },
  request: Request,
): Promise<Page | Redirect> {
  const { form: given, visitor, csrf } = request;
  const club = { id: readId(request.params['id']), version: given['version'] ?? '' };
  const other = { id: readId(given['other']), version: given['other_version'] ?? '' };
  const [target, source] = given['keep'] === String(other.id) ? [other, club] : [club, other];
  try {
    const moved = await mergeClubs(context, visitor, target, source);
    const text = `Merged the clubs; ${moved === 1 ? '1 kit' : `${moved} kits`} moved.`;
    return { to: `${CLUBS.path}/${target.id}`, flash: { kind: 'done', text } };
  } catch (error) {
    if (!(error instanceof FormRefused)) throw error;
    const [one, two] = [await getClub(context, club.id), await getClub(context, other.id)];
    return previewPage(context, { csrf, query: given }, one, two, error.errors['']);
  }
}

async function getClub(
  { db }: { db: Database; cache: Cache; index: SearchIndex },
  id: number,
): Promise<StoredRecord> {
  const stored = await findStored(db, CLUBS, id);
  if (!stored) throw notFound(`There is no club with the number ${id}.`);
  return stored;
}

async function findOther(
  { db }: { db: Database; cache: Cache; index: SearchIndex },
  given: string,
): Promise<StoredRecord | undefined> {
  const id = await findClubId(db, given.replaceAll('\0', ''), toInteger(given) ?? 0);
  return id === undefined ? undefined : findStored(db, CLUBS, id);
}

function trailOf(club: StoredRecord) {
  return [
    { href: CLUBS.path, label: CLUBS.heading },
    { href: `${CLUBS.path}/${club.id}`, label: nameOf(club) },
  ];
}

function nameOf({ line }: StoredRecord): string {
  return String(line['name']);
}

function slugOf({ line }: StoredRecord): string {
  return String(line['slug']);
}

/** Embedded pictures are displayed: their data URLs are too long to read. */
function show(value: unknown): HtmlValue {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (!value.startsWith('data:')) return value;
  return html`<img class="thumb" src="${value}" alt="A picture" width="28" height="28" />`;
}
