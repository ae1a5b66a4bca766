import type { Database } from '../database/database.ts';
import { ServiceError } from '../http/errors.ts';
import { html, type Html } from './html.ts';
import type { Page } from './layout.ts';
import { readFilters, readKeys, readRows, toKey } from './list-queries.ts';
import type { PageRequest, PageRoute, Redirect } from './page-router.ts';
import {
  countOf,
  hasPage,
  keyOf,
  listHref,
  recordHref,
  redirectWith,
  type Action,
  type AnyResource,
  type BulkDeclaration,
} from './resource.ts';

/** Maximum number of rows that a bulk action affects. */
const BULK_MAX = 500;

/** The id of the form, which is outside the table: rows may have their own forms. */
const FORM = 'bulk';

/** Precedes the names of the list's filters in the form. */
const FILTER = 'filter-';

/** Number of rejected records that the message names. */
const NAMED_REFUSALS = 5;

type BulkAction<Visitor> = Action<object, Visitor> & { bulk: BulkDeclaration };

/** The checkbox that chooses a row. */
export function rowCheckbox<Visitor>(resource: AnyResource<Visitor>, row: object): Html {
  return html`<input
    type="checkbox"
    form="${FORM}"
    name="key"
    value="${keyOf(resource, row)}"
    aria-label="Choose ${resource.nameOf(row)}"
  />`;
}

/** The actions on chosen rows, or on all that match; undefined without actions. */
export function bulkForm<Visitor>(
  resource: AnyResource<Visitor>,
  { csrf, filters, total }: { csrf: Html; filters: Readonly<Record<string, string>>; total: number },
): Html | undefined {
  const actions = bulkActions(resource);
  if (actions.length === 0) return undefined;
  return html`<form id="${FORM}" class="bulk" method="post" action="${listHref(resource)}/bulk">
    ${csrf}
    ${Object.entries(filters).map(([name, value]) => html`<input type="hidden" name="${FILTER}${name}" value="${value}" />`)}
    <span class="choose-page" hidden>
      <input type="checkbox" id="choose-page" /> <label for="choose-page">All on this page</label>
    </span>
    ${
      total <= BULK_MAX &&
      html`<span>
        <input type="checkbox" id="choose-all" name="all" value="on" />
        <label for="choose-all">All ${countOf(resource, total)} of this list</label>
      </span>`
    }
    <span class="buttons">
      ${actions.map(
        ({ name, label, bulk, tone }) =>
          html`<button
            type="submit"
            class="${tone === 'danger' ? 'plain bad' : 'plain'}"
            name="action"
            value="${name}"
          >
            ${bulk.label ?? label} chosen…
          </button>`,
      )}
    </span>
  </form>`;
}

/**
 * The route of a list's bulk actions. The response to the first form is a confirmation page, whose form acts.
 */
export function bulkRoute<Visitor>(db: Database, resource: AnyResource<Visitor>): PageRoute<Visitor> {
  const { path, plural, source } = resource;
  const refuse = (text: string): Redirect => ({ to: listHref(resource), flash: { kind: 'problem', text } });
  return {
    method: 'POST',
    path: `${path}/bulk`,
    async handle(request) {
      const action = bulkActions(resource).find(({ name }) => name === request.form['action']);
      if (!action) throw new ServiceError('invalid', 'There is no such action.');
      const keys = await readChosen(db, resource, request);
      if (keys.length === 0) return refuse(`Choose the ${plural} first.`);
      if (keys.length > BULK_MAX)
        return refuse(`Choose at most ${BULK_MAX} ${plural}; these are ${keys.length}.`);
      const rows = await readRows<object>(db, source, keys, 'detailed');
      if (rows.length === 0) return refuse(`These ${plural} no longer exist.`);
      if (request.form['confirmed'] === 'on') return carryOut(resource, action, rows, request);
      return confirmation(resource, action, rows, request.csrf);
    },
  };
}

function bulkActions<Visitor>({ actions = [] }: AnyResource<Visitor>): Array<BulkAction<Visitor>> {
  return actions.filter((action): action is BulkAction<Visitor> => action.bulk !== undefined);
}

/** Keys come from the browser and may be anything. */
async function readChosen<Visitor>(
  db: Database,
  { source }: AnyResource<Visitor>,
  { form, formAll }: PageRequest<Visitor>,
): Promise<string[]> {
  if (form['all'] !== 'on')
    return [...new Set(formAll('key'))].filter((key) => toKey(source, key) !== undefined);
  const filters = Object.entries(form).filter(([name]) => name.startsWith(FILTER));
  const values = filters.map(([name, value]) => [name.slice(FILTER.length), value]);
  return readKeys(db, source, readFilters(Object.fromEntries(values)), BULK_MAX + 1);
}

function confirmation<Visitor>(
  resource: AnyResource<Visitor>,
  { name, label: single, bulk, tone }: BulkAction<Visitor>,
  rows: readonly object[],
  csrf: Html,
): Page {
  const href = listHref(resource);
  const { label = single } = bulk;
  const counted = countOf(resource, rows.length);
  const describe = (row: object) => {
    const text = describeRow(resource, row);
    return hasPage(resource) ? html`<a href="${recordHref(resource, row)}">${text}</a>` : text;
  };
  return {
    title: `${label} ${counted}?`,
    trail: [{ href, label: resource.title }],
    body: html`<p>${bulk.text}</p>
      <form method="post" action="${href}/bulk">
        ${csrf}
        <input type="hidden" name="action" value="${name}" />
        <input type="hidden" name="confirmed" value="on" />
        ${rows.map((row) => html`<input type="hidden" name="key" value="${keyOf(resource, row)}" />`)}
        <div class="buttons">
          <button type="submit" class="${tone === 'danger' ? 'danger' : 'primary'}">
            ${label} ${counted}
          </button>
          <a class="button" href="${href}">Cancel</a>
        </div>
      </form>
      <h2>Affected</h2>
      <ul class="affected">
        ${rows.map((row) => html`<li>${describe(row)}</li>`)}
      </ul>`,
  };
}

/** Changes each record separately, so that a rejected change does not stop the others. */
async function carryOut<Visitor>(
  resource: AnyResource<Visitor>,
  { act, bulk: { done } }: BulkAction<Visitor>,
  rows: readonly object[],
  request: PageRequest<Visitor>,
): Promise<Redirect> {
  const refusals: string[] = [];
  for (const row of rows) {
    try {
      await act(row, request);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      refusals.push(`${describeRow(resource, row)}: ${error.message}`);
    }
  }
  const count = rows.length - refusals.length;
  const text = count === 0 ? 'Nothing was changed.' : `${done} ${countOf(resource, count)}.`;
  const to = listHref(resource);
  if (refusals.length === 0) return redirectWith(to, text);
  const more = refusals.length - NAMED_REFUSALS;
  const named = refusals.slice(0, NAMED_REFUSALS).join(' ');
  const unnamed = more > 0 ? ` And ${more} more.` : '';
  return { to, flash: { kind: 'problem', text: `${text} ${refusals.length} not: ${named}${unnamed}` } };
}

function describeRow<Visitor>({ describe, nameOf }: AnyResource<Visitor>, row: object): string {
  return describe?.(row) ?? nameOf(row);
}
