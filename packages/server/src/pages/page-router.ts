import express, {
  Router,
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { ReceivedFile, RequestContext } from '../http/endpoint.ts';
import { recordRefusal, refuseMethod, toServiceError, type ErrorHandling } from '../http/error-handling.ts';
import { ServiceError, unavailable } from '../http/errors.ts';
import { toContext } from '../http/mount.ts';
import { HEADER_LINKS_MAX } from '../http/paging.ts';
import { BODY_BYTES_MAX, isForm, type FormReceiver } from '../http/request-body.ts';
import { readBasePath, type PublicAddress } from '../http/request-context.ts';
import { endResponse, sendBody } from '../http/send-body.ts';
import { csrfTokenOf, refuseForeignForm } from '../sessions/csrf-token.ts';
import { saveBeforeRedirect } from '../sessions/session-store.ts';
import { buttonForm, type FormValues } from './form.ts';
import { html, prependBasePath, type Html } from './html.ts';
import { renderDocument, type Flash, type Frame, type Page } from './layout.ts';
import { keepPrivate, restrictContent, SCRIPT, serveFile, STYLESHEET } from './page-headers.ts';

declare module 'express-session' {
  interface SessionData {
    /** The message for the next page. */
    flash: Flash;
  }
}

/** The request that a page handles: the context of an endpoint's handler, and the visitor's input. */
export interface PageRequest<Visitor> extends RequestContext {
  /** The signed-in visitor. Open pages must not access it. */
  visitor: Visitor;
  params: Readonly<Record<string, string>>;
  /** Query parameters; the first value of repeated ones. */
  query: FormValues;
  /** Form fields; the first value of repeated ones. */
  form: FormValues;
  /** All values of a form field, in order. */
  formAll(name: string): string[];
  /** The hidden CSRF field, required in every form that changes something. */
  readonly csrf: Html;
  /** The raw request, for access to its session. */
  request: Request;
}

/** Redirects the browser, with a message for the next page. */
export interface Redirect {
  to: string;
  flash?: Flash;
}

/** Data for the script of a page. */
interface PageData {
  json: unknown;
}

/** A page of a site. */
export interface PageRoute<Visitor> {
  method: 'GET' | 'POST';
  /** The path below the site's root, `/clubs/:id`. */
  path: string;
  /** Available without signing in. */
  isOpen?: boolean;
  /** The query may contain a secret: requests from this page send no referrer, not even to this service. */
  hidesAddress?: boolean;
  /** The name of the form's file field. */
  file?: string;
  handle(request: PageRequest<Visitor>): Promise<Page | Redirect | PageData> | Page | Redirect | PageData;
}

/** Options of a site, whose pages are below one path. */
export interface PageRouterOptions<Visitor> extends PublicAddress, ErrorHandling {
  /** The root path without a trailing slash: `/admin`. */
  root: string;
  frame: Frame;
  /** Middleware that sets `request.session`. */
  session: readonly RequestHandler[];
  /** The signed-in visitor, if any. */
  findVisitor(request: Request, response: Response): Promise<Visitor | undefined> | Visitor | undefined;
  /** The visitor's name in the page header. */
  nameVisitor(visitor: Visitor): string;
  /** Where visitors are redirected to sign in; the requested page is passed as `next`. */
  signInPath: string;
  /** The target of the sign-out button. */
  signOutPath: string;
  /** Receives multipart forms; required if a route has a file. */
  receiveForm?: FormReceiver;
  /** Other origins that images may be loaded from. */
  imageOrigins?: readonly string[];
  /** Other origins that pages redirect to after a form. */
  redirectOrigins?: readonly string[];
  /** Whether pages load the script that enhances lists and forms. */
  hasScript?: boolean;
  routes: ReadonlyArray<PageRoute<Visitor>>;
}

/** The lifetime of a session without a signed-in user. */
const ANONYMOUS_SESSION_MS = 3_600_000;

/**
 * Serves a site of pages below its root, including errors: no request below the root reaches later routers.
 * Forms result in a redirect; every change requires the session's CSRF token and must come from a page of
 * this service.
 */
export function createPageRouter<Visitor>(options: PageRouterOptions<Visitor>): Router {
  const { root } = options;
  const site = Router({ caseSensitive: true });
  site.use(keepPrivate, restrictContent({}));
  site.get(`/${STYLESHEET}`, serveFile(STYLESHEET));
  if (options.hasScript) site.get(`/${SCRIPT}`, serveFile(SCRIPT));
  site.use(restrictContent(options));
  site.use(...options.session, requireSession, loadVisitor(options));
  site.use(express.urlencoded({ extended: false, limit: BODY_BYTES_MAX }));
  for (const [path, onPath] of Map.groupBy(options.routes, (route) => route.path)) {
    const route = site.route(path);
    for (const page of onPath) route[page.method === 'GET' ? 'get' : 'post'](toHandler(page, options));
    route.all(refuseMethod(onPath.map(({ method }) => method)));
  }
  site.use(requireVisitor(options), () => {
    throw new ServiceError('not_found', 'There is no such page.');
  });
  site.use(sendErrorPage(options));
  return Router({ caseSensitive: true }).use(root, site);
}

const requireSession: RequestHandler = (request, _response, next) => {
  // express-session calls the handler without a session when its store is known to be unavailable.
  if (request.session === undefined) throw unavailable(new Error('the session could not be read'));
  next();
};

function loadVisitor<Visitor>({ findVisitor }: PageRouterOptions<Visitor>): RequestHandler {
  return async (request, response, next) => {
    response.locals['visitor'] = await findVisitor(request, response);
    next();
  };
}

function requireVisitor<Visitor>(options: PageRouterOptions<Visitor>): RequestHandler {
  return (request, response, next) => {
    if (response.locals['visitor'] === undefined) goTo(response, toSignIn(request, options), options);
    else next();
  };
}

/** After signing in, visitors return to the requested page. A submitted form is lost: a message says so. */
function toSignIn<Visitor>(request: Request, { signInPath }: PageRouterOptions<Visitor>): string {
  if (request.method !== 'GET') return `${signInPath}?unsaved=1`;
  return `${signInPath}?next=${encodeURIComponent(request.originalUrl)}`;
}

/**
 * Redirects the browser to a path of this service, or to another site. If the address is too long for a
 * header, omits its query, or redirects to the start page.
 */
export function goTo(
  response: Response,
  to: string,
  { root, publicUrl }: Pick<PageRouterOptions<unknown>, 'root' | 'publicUrl'>,
): void {
  const [path = ''] = to.split('?');
  const target = [to, path].find(({ length }) => length <= HEADER_LINKS_MAX) ?? `${root}/`;
  const basePath = target.startsWith('/') ? readBasePath(response.req, { publicUrl }) : '';
  response.redirect(303, `${basePath}${target}`);
}

function toHandler<Visitor>(route: PageRoute<Visitor>, options: PageRouterOptions<Visitor>): RequestHandler {
  return async (request, response) => {
    response.locals['route'] = `${options.root}${route.path}`;
    if (!route.isOpen && response.locals['visitor'] === undefined) {
      goTo(response, toSignIn(request, options), options);
      return;
    }
    if (route.hidesAddress) response.set('Referrer-Policy', 'no-referrer');
    const produce = (file?: ReceivedFile) => {
      if (route.method === 'POST') refuseForeignForm(request, options, route);
      return route.handle(toPageRequest(request, response, options, file));
    };
    const form = { request, response, field: route.file ?? '' };
    const hasFile = route.method === 'POST' && route.file !== undefined && isForm(request);
    const result =
      hasFile && options.receiveForm
        ? await options.receiveForm(form, async (file) => produce(file))
        : await produce();
    if ('json' in result) {
      await sendBody(request, response.type('json'), Buffer.from(JSON.stringify(result.json)));
    } else if ('to' in result) {
      if (result.flash) request.session.flash = result.flash;
      // The visitor's change is already committed, so a lost message does not make the request fail.
      const mayFail = response.locals['visitor'] !== undefined;
      if (request.session !== undefined) await saveBeforeRedirect(request, { mayFail });
      goTo(response, result.to, options);
    } else await sendPage(request, response, result, options);
  };
}

function toPageRequest<Visitor>(
  request: Request,
  response: Response,
  options: PageRouterOptions<Visitor>,
  file: ReceivedFile | undefined,
): PageRequest<Visitor> {
  const visitor = response.locals['visitor'] as Visitor | undefined;
  return {
    ...toContext(request, response, options),
    visitor: visitor as Visitor,
    params: request.params as Record<string, string>,
    query: firstValues(request.query),
    form: firstValues((request.body ?? {}) as Record<string, unknown>),
    formAll: (name) =>
      [(request.body as Record<string, unknown> | undefined)?.[name] ?? []].flat().map(String),
    get csrf() {
      return csrfField(request, visitor !== undefined);
    },
    ...(file && { file }),
    request,
  };
}

function firstValues(values: object): FormValues {
  const first = Object.entries(values).map(([name, value]: [string, unknown]) => [
    name,
    String(Array.isArray(value) ? value[0] : value),
  ]);
  return Object.fromEntries(first) as FormValues;
}

function csrfField(request: Request, isSignedIn: boolean): Html {
  // Anyone can create a session, so those without a signed-in user expire soon.
  if (!isSignedIn) request.session.cookie.maxAge = ANONYMOUS_SESSION_MS;
  return html`<input type="hidden" name="csrf" value="${csrfTokenOf(request.session)}" />`;
}

async function sendPage<Visitor>(
  request: Request,
  response: Response,
  page: Page,
  options: PageRouterOptions<Visitor>,
): Promise<void> {
  const visitor = response.locals['visitor'] as Visitor | undefined;
  const session = request.session as Request['session'] | undefined;
  const flash = session?.flash;
  if (flash) delete session?.flash;
  const signOut = () =>
    buttonForm({
      action: options.signOutPath,
      csrf: csrfField(request, true),
      label: 'Sign out',
      tone: 'plain',
    });
  const document = renderDocument(page, {
    frame: options.frame,
    stylesheet: `${options.root}/${STYLESHEET}`,
    ...(options.hasScript && { script: `${options.root}/${SCRIPT}` }),
    path: `${request.baseUrl}${request.path}`,
    flash,
    person:
      visitor === undefined || session === undefined
        ? undefined
        : { name: options.nameVisitor(visitor), signOut: signOut() },
  });
  const text = prependBasePath(document, readBasePath(request, options));
  response.status(page.status ?? 200).type('html');
  // A page with a token is not compressed: its length would reveal the token piece by piece, as the page also
  // repeats parts of its address (BREACH).
  const body = Buffer.from(text);
  if (session?.csrf !== undefined && text.includes(session.csrf)) endResponse(response, body);
  else await sendBody(request, response, body);
}

const HEADINGS: Readonly<Record<number, string>> = {
  400: 'That did not work',
  401: 'You are signed out',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not allowed',
  413: 'Too large',
  429: 'Too many attempts',
  503: 'Not available at the moment',
};

function sendErrorPage<Visitor>(options: PageRouterOptions<Visitor>): ErrorRequestHandler {
  return async (thrown: unknown, request, response, next) => {
    const error = await toServiceError(thrown, response, options);
    recordRefusal(response, error);
    if (response.headersSent) {
      next(thrown);
      return;
    }
    if (error.status >= 500) response.err = error.cause instanceof Error ? error.cause : error;
    response.set(error.headers);
    const title = HEADINGS[error.status] ?? 'Something went wrong';
    const body = html`<p>${error.message}</p>
      <p><a href="${options.frame.home}">Back to the start</a></p>`;
    await sendPage(request, response, { title, body, status: error.status }, options);
  };
}
