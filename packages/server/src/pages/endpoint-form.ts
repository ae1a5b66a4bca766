import * as z from 'zod';
import { Reply, type Endpoint } from '../http/endpoint.ts';
import { callEndpoint, type ErrorFormat } from '../http/mount.ts';
import { form, isRefusal, toFormErrors, type Field, type FormErrors, type FormValues } from './form.ts';
import { html, type HtmlValue } from './html.ts';
import type { Page } from './layout.ts';
import type { PageRequest, PageRoute, Redirect } from './page-router.ts';
import { linkList } from './table.ts';

/** How a field of a contract's body is shown. */
export type FieldLabel = Omit<Field, 'name'>;

/** The parts of a form page that its contract does not define. */
export interface FormOptions<Visitor> {
  /** The path below the site's root. */
  path: string;
  title: string;
  /** Keyed by field name of the contract's body. */
  labels: Readonly<Record<string, FieldLabel>>;
  /** The fields to show. Default: all fields of the contract's body. */
  fields?: readonly string[] | ((request: PageRequest<Visitor>) => Promise<readonly string[]>);
  /**
   * A field that links pass in their query. It is shown only if it is missing there, or if the value is
   * wrong.
   */
  linkedField?: string;
  /** Fields that links may fill in, by query parameters of the same names. */
  prefilled?: readonly string[];
  /** Content above and below the form. */
  before?(request: PageRequest<Visitor>): Promise<HtmlValue> | HtmlValue;
  after?(request: PageRequest<Visitor>): Promise<HtmlValue> | HtmlValue;
  /** Links at the end: labels by address. */
  links?: Readonly<Record<string, string>>;
  /** A page or redirect to send instead of the form, if any. */
  instead?(request: PageRequest<Visitor>): Promise<Page | Redirect | undefined> | Page | Redirect | undefined;
  /** The label of the button. */
  submit: string;
  tone?: 'danger';
  /** The target of the cancel link. */
  cancel?(request: PageRequest<Visitor>): string;
  /** The heading of the errors. Default: `Nothing was saved`. */
  problem?: string;
  /** Rewrites error messages for people. */
  explain?(errors: FormErrors): FormErrors;
  /** See `PageRoute`. */
  hidesAddress?: boolean;
  /** The page or redirect after success, given the body of the endpoint's response. */
  done(body: never, request: PageRequest<Visitor>): Page | Redirect;
  /** The redirect after an error other than a 400; undefined for the error page. */
  caught?(error: unknown, request: PageRequest<Visitor>): Redirect | undefined;
}

/**
 * The routes of a page with a form for an endpoint. The form is rendered from the contract and its labels,
 * submitted to its own address, and handled by the endpoint's validation and handler. Passwords and codes are
 * never shown again. Pages of public endpoints are open; for others, the caller has to check access.
 */
export function endpointFormRoutes<Visitor>(
  endpoint: Endpoint,
  options: FormOptions<Visitor>,
  errorFormat: ErrorFormat,
): Array<PageRoute<Visitor>> {
  const { path, hidesAddress = false } = options;
  const route = { path, hidesAddress, isOpen: endpoint.contract.access === 'public' };

  async function submit(request: PageRequest<Visitor>, names: readonly string[]): Promise<Page | Redirect> {
    const sent = readSent(request, options);
    const values = names.map((name) => [name, toValue(options.labels[name], sent[name] ?? '')] as const);
    try {
      const body = await callForPage(endpoint, Object.fromEntries(values), request, errorFormat);
      return options.done(body as never, request);
    } catch (error) {
      const redirect = options.caught?.(error, request);
      if (redirect) return redirect;
      throw error;
    }
  }

  return [
    { ...route, method: 'GET', handle: (request) => renderPage(endpoint, options, request) },
    {
      ...route,
      method: 'POST',
      async handle(request) {
        const names = await listFields(endpoint, options, request);
        try {
          return await submit(request, names);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          const errors = toFormErrors(
            error,
            names.map((name) => ({ name })),
          );
          const shown = await renderPage(endpoint, options, request, options.explain?.(errors) ?? errors);
          return 'to' in shown ? shown : { ...shown, status: error.status };
        }
      },
    },
  ];
}

/** Calls the endpoint as its API does; headers of its reply, such as cookies, are sent with the page. */
export async function callForPage<Visitor>(
  endpoint: Endpoint,
  body: unknown,
  request: PageRequest<Visitor>,
  errorFormat: ErrorFormat,
): Promise<unknown> {
  const reply = await callEndpoint(endpoint, { params: request.params, body }, request, errorFormat);
  if (!(reply instanceof Reply)) return reply;
  request.request.res?.set(reply.headers);
  return reply.body;
}

async function listFields<Visitor>(
  { contract: { body } }: Endpoint,
  { fields }: FormOptions<Visitor>,
  request: PageRequest<Visitor>,
): Promise<readonly string[]> {
  if (typeof fields === 'function') return fields(request);
  return fields ?? (body instanceof z.ZodObject ? Object.keys(body.shape) : []);
}

async function renderPage<Visitor>(
  endpoint: Endpoint,
  options: FormOptions<Visitor>,
  request: PageRequest<Visitor>,
  errors: FormErrors = {},
): Promise<Page | Redirect> {
  const { title, labels, submit, tone, problem, linkedField } = options;
  const instead = await options.instead?.(request);
  if (instead) return instead;
  const isLinked = (name: string) =>
    name === linkedField && request.query[name] && errors[name] === undefined;
  const names = (await listFields(endpoint, options, request)).filter((name) => !isLinked(name));
  const fields = names.map((name): Field => ({ name, ...labelOf(labels, name) }));
  return {
    title,
    body: html`${await options.before?.(request)}
    ${form({
      // The form keeps the query of its page, which may contain a redirect target or the key of a link.
      action: request.url.slice(request.baseUrl.length),
      csrf: request.csrf,
      fields,
      values: keepValues(fields, { ...readPrefilled(request, options), ...readSent(request, options) }),
      errors,
      submit,
      problem,
      tone,
      cancel: options.cancel?.(request),
    })}
    ${await options.after?.(request)} ${options.links && linkList(options.links)}`,
  };
}

function readSent<Visitor>(
  { query, form: sent }: PageRequest<Visitor>,
  { linkedField: name }: FormOptions<Visitor>,
): FormValues {
  const linked = name === undefined ? undefined : query[name];
  return name === undefined || linked === undefined ? sent : { [name]: linked, ...sent };
}

function readPrefilled<Visitor>(
  { query }: PageRequest<Visitor>,
  { prefilled = [] }: FormOptions<Visitor>,
): FormValues {
  return Object.fromEntries(prefilled.map((name) => [name, query[name] ?? '']));
}

function labelOf(labels: Readonly<Record<string, FieldLabel>>, name: string): FieldLabel {
  const label = labels[name];
  if (!label) throw new Error(`the form field ${name} has no label`);
  return label;
}

/** The entered values, without secrets. */
function keepValues(fields: readonly Field[], sent: FormValues): FormValues {
  const kept = fields.filter(
    ({ type, autocomplete }) => type !== 'password' && autocomplete !== 'one-time-code',
  );
  return Object.fromEntries(kept.map(({ name }) => [name, sent[name] ?? '']));
}

function toValue(label: FieldLabel | undefined, text: string): unknown {
  if (label?.type === 'switch') return text === 'on';
  // The API takes dates with a time.
  if (label?.type === 'date') return text === '' ? null : `${text}T00:00:00Z`;
  return text;
}
