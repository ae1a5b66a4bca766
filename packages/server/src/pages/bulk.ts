import { ServiceError } from '../http/errors.ts';
import { html, type Html } from './html.ts';
import type { Page } from './layout.ts';
import type { FilterValues } from './list-queries.ts';
import type { PageRequest, PageRoute, Redirect } from './page-router.ts';
import { readFilters } from './read-filters.ts';

/** The most rows that one bulk action affects. */
export const BULK_MAX = 500;

/** An action on several records of a list. */
export interface BulkAction<Visitor> {
  name: string;
  /** The label of its button: `Delete`. */
  label: string;
  tone?: 'danger';
  /** What it does to the records, a sentence for the confirmation page. */
  text: string;
  /** What was done, for the message afterwards: `Deleted`. */
  done: string;
  /** Acts on one record, with its audit entry. Throws a 400 or 404 if the record does not permit it. */
  act(key: string, request: PageRequest<Visitor>): Promise<unknown>;
}

/** A record that an action would affect. */
export interface Affected {
  key: string;
  label: string;
  href?: string;
}

/** The bulk actions of a list. */
export interface BulkList<Visitor> {
  /** The list's path below the site's root: `/clubs`. */
  path: string;
  /** The list's heading and address. */
  title: string;
  href: string;
  one: string;
  many: string;
  actions: ReadonlyArray<BulkAction<Visitor>>;
  /** The records that exist. Keys come from the browser and may be anything. */
  describe(keys: readonly string[]): Promise<Affected[]>;
  /** The keys of all records that match, at most `limit`. */
  find(filters: FilterValues, limit: number): Promise<string[]>;
}

/** The bulk actions as offered on a list's page. */
export interface BulkOffer<Row> {
  action: string;
  csrf: Html;
  buttons: ReadonlyArray<{ name: string; label: string; tone?: 'danger' }>;
  keyOf(row: Row): string;
  /** The row's name, for screen readers. */
  nameOf(row: Row): string;
}

/** Offers a list's actions on its page. */
export function offerBulk<Row, Visitor>(
  list: Pick<BulkList<Visitor>, 'href' | 'actions'>,
  csrf: Html,
  row: Pick<BulkOffer<Row>, 'keyOf' | 'nameOf'>,
): BulkOffer<Row> {
  return { action: `${list.href}/bulk`, csrf, buttons: list.actions, ...row };
}

/** The id of the form, which is outside the table: rows may have forms of their own. */
const FORM = 'bulk';

/** Precedes the names of the list's filters in the form. */
const FILTER = 'filter-';

/** The checkbox that chooses a row. */
export function chooser<Row>({ keyOf, nameOf }: BulkOffer<Row>, row: Row): Html {
  return html`<input
    type="checkbox"
    form="${FORM}"
    name="key"
    value="${keyOf(row)}"
    aria-label="Choose ${nameOf(row)}"
  />`;
}

/** The actions on chosen rows, or on all that match. */
export function bulkForm<Row>(
  { action, csrf, buttons }: BulkOffer<Row>,
  { filters, total, many }: { filters: Readonly<Record<string, string>>; total: number; many: string },
): Html {
  return html`<form id="${FORM}" class="bulk" method="post" action="${action}">
    ${csrf}
    ${Object.entries(filters).map(([name, value]) => html`<input type="hidden" name="${FILTER}${name}" value="${value}" />`)}
    <span class="choose-page" hidden>
      <input type="checkbox" id="choose-page" /> <label for="choose-page">All on this page</label>
    </span>
    ${
      total <= BULK_MAX &&
      html`<span>
        <input type="checkbox" id="choose-all" name="all" value="on" />
        <label for="choose-all">All ${total.toLocaleString('en')} ${many} of this list</label>
      </span>`
    }
    <span class="buttons">
      ${buttons.map(
        ({ name, label, tone }) =>
          html`<button
            type="submit"
            class="${tone === 'danger' ? 'plain bad' : 'plain'}"
            name="action"
            value="${name}"
          >
            ${label} chosen…
          </button>`,
      )}
    </span>
  </form>`;
}

/** The route of a list's bulk actions. The first form is answered with a confirmation page, whose form acts. */
export function bulkRoute<Visitor>(list: BulkList<Visitor>): PageRoute<Visitor> {
  return {
    method: 'POST',
    path: `${list.path}/bulk`,
    async answer(request) {
      const action = list.actions.find(({ name }) => name === request.form['action']);
      if (!action) throw new ServiceError('invalid', 'There is no such action.');
      const keys = await readChosen(list, request);
      if (keys.length === 0) return refuse(list, `Choose the ${list.many} first.`);
      if (keys.length > BULK_MAX) {
        return refuse(list, `Choose at most ${BULK_MAX} ${list.many}; these are ${keys.length}.`);
      }
      const affected = await list.describe(keys);
      if (affected.length === 0) return refuse(list, `These ${list.many} are gone already.`);
      if (request.form['confirmed'] === 'on') return carryOut(list, action, affected, request);
      return confirmation(list, action, affected, request.csrf);
    },
  };
}

async function readChosen<Visitor>(
  { find }: BulkList<Visitor>,
  { form, formAll }: PageRequest<Visitor>,
): Promise<string[]> {
  if (form['all'] !== 'on') return [...new Set(formAll('key'))];
  const filters = Object.entries(form).filter(([name]) => name.startsWith(FILTER));
  const values = filters.map(([name, value]) => [name.slice(FILTER.length), value]);
  return find(readFilters(Object.fromEntries(values)), BULK_MAX + 1);
}

function refuse<Visitor>({ href }: BulkList<Visitor>, text: string): Redirect {
  return { to: href, flash: { kind: 'problem', text } };
}

function confirmation<Visitor>(
  list: BulkList<Visitor>,
  { name, label, text, tone }: BulkAction<Visitor>,
  affected: readonly Affected[],
  csrf: Html,
): Page {
  const counted = countOf(list, affected.length);
  return {
    title: `${label} ${counted}?`,
    trail: [{ href: list.href, label: list.title }],
    body: html`<p>${text}</p>
      <form method="post" action="${list.href}/bulk">
        ${csrf}
        <input type="hidden" name="action" value="${name}" />
        <input type="hidden" name="confirmed" value="on" />
        ${affected.map(({ key }) => html`<input type="hidden" name="key" value="${key}" />`)}
        <div class="buttons">
          <button type="submit" class="${tone === 'danger' ? 'danger' : 'primary'}">
            ${label} ${counted}
          </button>
          <a class="button" href="${list.href}">Cancel</a>
        </div>
      </form>
      <h2>Affected</h2>
      <ul class="affected">
        ${affected.map(({ label: one, href }) => html`<li>${href === undefined ? one : html`<a href="${href}">${one}</a>`}</li>`)}
      </ul>`,
  };
}

/** How many refusals the message names. */
const NAMED_REFUSALS = 5;

/** Each record on its own: what one does not permit stops no other. */
async function carryOut<Visitor>(
  list: BulkList<Visitor>,
  { act, done }: BulkAction<Visitor>,
  affected: readonly Affected[],
  request: PageRequest<Visitor>,
): Promise<Redirect> {
  const refusals: string[] = [];
  for (const { key, label } of affected) {
    try {
      await act(key, request);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      refusals.push(`${label}: ${error.message}`);
    }
  }
  const count = affected.length - refusals.length;
  const text = count === 0 ? `Nothing was changed.` : `${done} ${countOf(list, count)}.`;
  if (refusals.length === 0) return { to: list.href, flash: { kind: 'done', text } };
  const more = refusals.length - NAMED_REFUSALS;
  const named = refusals.slice(0, NAMED_REFUSALS).join(' ');
  const rest = more > 0 ? ` And ${more} more.` : '';
  return {
    to: list.href,
    flash: { kind: 'problem', text: `${text} ${refusals.length} not: ${named}${rest}` },
  };
}

function countOf<Visitor>({ one, many }: BulkList<Visitor>, count: number): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;
}
