import type { Database } from '../database/database.ts';
import { notFound } from '../http/errors.ts';
import { bulkRoute } from './bulk.ts';
import { form, isRefusal, toFormErrors, type Field, type FormErrors, type FormValues } from './form.ts';
import { html } from './html.ts';
import type { Page } from './layout.ts';
import { listPage } from './list-page.ts';
import { findRow, readFilters } from './list-queries.ts';
import type { PageRequest, PageRoute, Redirect } from './page-router.ts';
import { actionButtons, actionRoutes } from './record-actions.ts';
import {
  hasPage,
  listHref,
  recordHref,
  redirectWith,
  type AnyResource,
  type RecordForm,
  type Suggestion,
} from './resource.ts';

/** A submitted form with its errors. */
interface SentForm {
  values: FormValues;
  errors: FormErrors;
  status: number;
}

/**
 * The routes of a resource: its list with bulk actions, the form of new records, the page of each record with
 * its form, and its actions.
 */
export function resourceRoutes<Visitor>(
  db: Database,
  resource: AnyResource<Visitor>,
): Array<PageRoute<Visitor>> {
  const { path, form: declared, actions = [] } = resource;
  const find = ({ params }: PageRequest<Visitor>) => findRow<object>(db, resource, params['key']);
  const routes: Array<PageRoute<Visitor>> = [
    { method: 'GET', path, handle: (request) => listPage(db, resource, request) },
  ];
  if (actions.some(({ bulk }) => bulk)) routes.push(bulkRoute(db, resource));
  if (declared?.create) routes.push(...newRoutes(resource, declared));
  if (hasPage(resource)) {
    const show = async (request: PageRequest<Visitor>) => recordPage(resource, await find(request), request);
    routes.push({ method: 'GET', path: `${path}/:key`, handle: show });
  }
  if (declared?.save) {
    const save = async (request: PageRequest<Visitor>) =>
      saveRecord(resource, await find(request), request, find);
    routes.push({ method: 'POST', path: `${path}/:key`, handle: save });
  }
  return [...routes, ...actions.flatMap((action) => actionRoutes(db, resource, action))];
}

/** The route that suggests values of these kinds for the entered text. */
export function suggestRoute<Visitor, Kind extends string>(
  kinds: readonly Kind[],
  suggest: (kind: Kind, typed: string) => Promise<Suggestion[]>,
): PageRoute<Visitor> {
  return {
    method: 'GET',
    path: '/suggest/:kind',
    async handle({ params, query }) {
      const kind = kinds.find((known) => known === params['kind']);
      if (!kind) throw notFound('There is no such page.');
      const { q } = readFilters({ q: query['q'] });
      return { json: q === undefined ? [] : await suggest(kind, q) };
    },
  };
}

function newRoutes<Visitor>(
  resource: AnyResource<Visitor>,
  declared: RecordForm<object, Visitor>,
): Array<PageRoute<Visitor>> {
  const { singular, title: list } = resource;
  const { title = `New ${singular}`, submit = `Create the ${singular}`, problem, create } = declared;
  const path = `${resource.path}/new`;
  const fields = declared.fields();
  const file = fields.find(({ type }) => type === 'file')?.name;
  const show = ({ csrf }: PageRequest<Visitor>, sent?: SentForm): Page => ({
    title,
    trail: [{ href: listHref(resource), label: list }],
    status: sent?.status ?? 200,
    body: form({
      action: `${listHref(resource)}/new`,
      csrf,
      fields,
      values: sent?.values ?? {},
      errors: sent?.errors ?? {},
      problem,
      submit,
      cancel: listHref(resource),
      showsProgress: file !== undefined,
    }),
  });
  return [
    { method: 'GET', path, handle: (request) => show(request) },
    {
      method: 'POST',
      path,
      ...(file !== undefined && { file }),
      handle: (request) =>
        submitForm(
          fields,
          request,
          async () => create?.(request),
          (sent) => show(request, sent),
        ),
    },
  ];
}

async function recordPage<Visitor>(
  resource: AnyResource<Visitor>,
  row: object,
  request: PageRequest<Visitor>,
  sent?: SentForm,
): Promise<Page> {
  const { csrf, form: submitted } = request;
  const { form: declared } = resource;
  const { title = resource.nameOf(row), above, below, links } = (await resource.page?.(row, request)) ?? {};
  const hidden = declared?.hidden?.(row) ?? {};
  // The form keeps the version that the visitor saw, except after a conflict, which shows the stored record.
  const isSeen = sent !== undefined && sent.status !== 409;
  const seen = Object.keys(hidden).map((name) => [name, submitted[name] ?? '']);
  return {
    title,
    status: sent?.status ?? 200,
    trail: [{ href: listHref(resource), label: resource.title }],
    actions: html`${links} ${actionButtons(resource, row, csrf)}`,
    body: html`${above}
    ${
      declared?.save &&
      form({
        action: recordHref(resource, row),
        csrf,
        fields: declared.fields(row),
        values: sent?.values ?? (await declared.values?.(row)) ?? {},
        errors: sent?.errors ?? {},
        hidden: isSeen ? (Object.fromEntries(seen) as FormValues) : hidden,
        submit: 'Save',
        cancel: listHref(resource),
      })
    }
    ${below}`,
  };
}

async function saveRecord<Visitor>(
  resource: AnyResource<Visitor>,
  row: object,
  request: PageRequest<Visitor>,
  find: (request: PageRequest<Visitor>) => Promise<object>,
): Promise<Page | Redirect> {
  const { form: declared } = resource;
  const save = async () => {
    const saved = await declared?.save?.(row, request);
    return typeof saved === 'string' ? redirectWith(recordHref(resource, row), saved) : saved;
  };
  const showAgain = async (sent: SentForm) =>
    recordPage(resource, sent.status === 409 ? await find(request) : row, request, sent);
  return submitForm(declared ? declared.fields(row) : [], request, save, showAgain);
}

/** Performs the action of a form, or shows it again with the submitted values. */
async function submitForm<Visitor>(
  fields: readonly Field[],
  { form: values }: PageRequest<Visitor>,
  act: () => Promise<Page | Redirect | undefined>,
  showAgain: (sent: SentForm) => Page | Promise<Page>,
): Promise<Page | Redirect> {
  try {
    return (await act()) ?? (await showAgain({ values, errors: {}, status: 200 }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return showAgain({ values, errors: toFormErrors(error, fields), status: error.status });
  }
}
