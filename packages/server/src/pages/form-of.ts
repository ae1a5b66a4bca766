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
  /** By the names of the fields of the contract's body. */
  labels: Readonly<Record<string, FieldLabel>>;
  /** The fields to show. Default: all fields of the contract's body. */
  fields?: readonly string[] | ((request: PageRequest<Visitor>) => Promise<readonly string[]>);
  /** A field that links have in their query. It is shown if it is missing there, or if the value is wrong. */
  linkedField?: string;
  /** Fields that links may fill in, by query parameters of these names. */
  prefilled?: readonly string[];
  /** What stands above and below the form. */
  before?(request: PageRequest<Visitor>): Promise<HtmlValue> | HtmlValue;
  after?(request: PageRequest<Visitor>): Promise<HtmlValue> | HtmlValue;
  /** Links at the end, as addresses with their labels. */
  links?: Readonly<Record<string, string>>;
  /** What is shown instead of the form, if anything. */
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
  /** Where the form leads, given the body of the endpoint's response. */
  done(body: never, request: PageRequest<Visitor>): Page | Redirect;
  /** Where an error other than a 400 leads; undefined: to the error page. */
  caught?(error: unknown, request: PageRequest<Visitor>): Redirect | undefined;
}

/**
 * A page with a form for an endpoint: drawn from the contract and its labels, submitted to its own address,
 * and handled by the endpoint's own validation and handler. Passwords and codes are never shown again. Who
 * may use an endpoint that is not public is for the caller to check; pages of public endpoints are open.
 */
export function formOf<Visitor>(
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
    { ...route, method: 'GET', handle: (request) => drawPage(endpoint, options, request) },
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
          const shown = await drawPage(endpoint, options, request, options.explain?.(errors) ?? errors);
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

async function drawPage<Visitor>(
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
      // The form keeps the query of its page: where it leads, and the key of a link.
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

/** What was typed, without secrets. */
function keepValues(fields: readonly Field[], sent: FormValues): FormValues {
  const kept = fields.filter(
    ({ type, autocomplete }) => type !== 'password' && autocomplete !== 'one-time-code',
  );
  return Object.fromEntries(kept.map(({ name }) => [name, sent[name] ?? '']));
}

function toValue(label: FieldLabel | undefined, text: string): unknown {
  if (label?.type === 'switch') return text === 'on';
  // The API takes moments.
  if (label?.type === 'date') return text === '' ? null : `${text}T00:00:00Z`;
  return text;
}
