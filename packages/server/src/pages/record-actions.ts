import type { Database } from '../database/database.ts';
import { notFound } from '../http/errors.ts';
import { buttonForm, form, isRefusal } from './form.ts';
import { html, type Html, type HtmlValue } from './html.ts';
import type { NavigationItem, Page } from './layout.ts';
import { findRow, findRowIfAny } from './list-queries.ts';
import type { PageRequest, PageRoute, Redirect } from './page-router.ts';
import { hasPage, listHref, recordHref, redirectWith, type Action, type AnyResource } from './resource.ts';
import type { Column } from './table.ts';

/**
 * The routes of an action on one record: a page that requests confirmation, if it needs one, and the action.
 */
export function actionRoutes<Visitor>(
  db: Database,
  resource: AnyResource<Visitor>,
  action: Action<object, Visitor>,
): Array<PageRoute<Visitor>> {
  const path = `${resource.path}/:key/${action.name}`;
  const confirm = async (request: PageRequest<Visitor>) =>
    confirmationPage(resource, action, await findRow<object>(db, resource, request.params['key']), request);
  const act = (request: PageRequest<Visitor>) => carryOut(db, resource, action, request);
  return [
    ...(action.confirm ? [{ method: 'GET' as const, path, handle: confirm }] : []),
    { method: 'POST', path, handle: act },
  ];
}

/** Buttons and links for the actions on a record, for its page. */
export function actionButtons<Visitor>(resource: AnyResource<Visitor>, row: object, csrf: Html): HtmlValue {
  return listOffered(resource, row).map((action) => {
    const { label, tone, name, confirm } = action;
    const href = `${recordHref(resource, row)}/${name}`;
    if (!confirm) return html`${buttonForm({ action: href, csrf, label })} `;
    return html`<a class="button ${tone ?? ''}" href="${href}">${label}…</a> `;
  });
}

/** A column with the actions on each row. */
export function actionsColumn<Visitor>(resource: AnyResource<Visitor>, csrf: Html): Column<object> {
  const cell = (row: object) =>
    listOffered(resource, row).map(({ name, label, confirm }) => {
      const href = `${recordHref(resource, row)}/${name}`;
      const describes = resource.nameOf(row);
      return confirm
        ? html`<a href="${href}">${label}<span class="unseen"> ${describes}</span>…</a> `
        : html`${buttonForm({ action: href, csrf, label, describes, tone: 'plain' })} `;
    });
  return { label: 'Actions', cell };
}

function listOffered<Visitor>(
  { actions = [] }: AnyResource<Visitor>,
  row: object,
): ReadonlyArray<Action<object, Visitor>> {
  return actions.filter(({ isOffered }) => !isOffered || isOffered(row));
}

async function confirmationPage<Visitor>(
  resource: AnyResource<Visitor>,
  { name, label, confirm }: Action<object, Visitor>,
  row: object,
  { csrf }: PageRequest<Visitor>,
  refusal?: string,
): Promise<Page> {
  const named = resource.nameOf(row);
  const page = await confirm?.(row);
  const {
    title = `${label} ${named}?`,
    text,
    obstacle,
    submit = `${label} the ${resource.singular}`,
  } = page ?? {};
  const cancel = hasPage(resource) ? recordHref(resource, row) : listHref(resource);
  const action = `${recordHref(resource, row)}/${name}`;
  const problem = refusal ?? obstacle;
  return {
    title,
    trail: trailTo(resource, row),
    body:
      problem === undefined
        ? html`<p>${text}</p>
            ${form({ action, csrf, fields: [], values: {}, submit, cancel, tone: 'danger' })}`
        : html`<div class="errors" role="alert"><p>${problem}</p></div>
            <p><a class="button" href="${cancel}">Back</a></p>`,
  };
}

/**
 * Performs an action. An error for the visitor is shown on the confirmation page or, without one, on the
 * button's page.
 */
async function carryOut<Visitor>(
  db: Database,
  resource: AnyResource<Visitor>,
  action: Action<object, Visitor>,
  request: PageRequest<Visitor>,
): Promise<Page | Redirect> {
  const row = await findRowIfAny<object>(db, resource, request.params['key']);
  if (!row) return refuseMissing(resource);
  const to = hasPage(resource) && !action.isLast ? recordHref(resource, row) : listHref(resource);
  try {
    return redirectWith(to, await action.act(row, request));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (!action.confirm) return { to, flash: { kind: 'problem', text: error.message } };
    const page = await confirmationPage(resource, action, row, request, error.message);
    return { ...page, status: error.status };
  }
}

/** Rows of lists without record pages may disappear at any time. */
function refuseMissing<Visitor>(resource: AnyResource<Visitor>): Redirect {
  if (hasPage(resource)) throw notFound(`There is no such ${resource.singular}.`);
  return { to: listHref(resource), flash: { kind: 'problem', text: 'There was nothing left to do.' } };
}

/** The links to the list and, if it has one, the page of a record. */
function trailTo<Visitor>(resource: AnyResource<Visitor>, row: object): NavigationItem[] {
  const list = { href: listHref(resource), label: resource.title };
  if (!hasPage(resource)) return [list];
  return [list, { href: recordHref(resource, row), label: resource.nameOf(row) }];
}
