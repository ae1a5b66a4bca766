import express, {
  Router,
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { Logger } from '../telemetry/logger.ts';
import type { ReceivedFile } from '../http/endpoint.ts';
import { recordRefusal, toServiceError, type ErrorHandling } from '../http/error-handling.ts';
import { ServiceError, unavailable } from '../http/errors.ts';
import { refuseMethod } from '../http/refuse-method.ts';
import { BODY_BYTES_MAX, isForm, type FormReceiver } from '../http/request-body.ts';
import { readBaseUrl, type PublicAddress } from '../http/request-context.ts';
import { csrfTokenOf } from '../sessions/csrf-token.ts';
import { saveSession } from '../sessions/session-steps.ts';
import { buttonForm, type FormValues } from './form.ts';
import { html, type Html } from './html.ts';
import { layOut, type Flash, type Frame, type Page } from './layout.ts';
import { refuseForeignForm } from './refuse-foreign-form.ts';
import { serveStylesheet, STYLESHEET } from './stylesheet.ts';

declare module 'express-session' {
  interface SessionData {
    /** What the next page tells. */
    flash: Flash;
  }
}

/** What an answer of a page has to do with: who asks, and for what. */
export interface PageRequest<Visitor> {
  /** Who is signed in. Pages that are open to everyone must not look. */
  visitor: Visitor;
  params: Readonly<Record<string, string>>;
  /** The query's values; of a name that stands twice, the first. */
  query: FormValues;
  /** What a form has sent; of a name that stands twice, the first. */
  form: FormValues;
  /** The hidden field that every form which changes something must hold. */
  readonly csrf: Html;
  /** The file that a form has brought, if one was chosen. */
  file: ReceivedFile | undefined;
  /** The client's address. */
  address: string;
  /** The address under which the client reached the service. */
  baseUrl: string;
  /** What the handlers of the session have left. */
  locals: Readonly<Record<string, unknown>>;
  log: Logger;
  /** The request itself, for what has to do with its session. */
  request: Request;
}

/** Sends the browser on, with a sentence that the next page shows. */
export interface Redirect {
  to: string;
  flash?: Flash;
}

/** One address of a site. */
export interface PageRoute<Visitor> {
  method: 'GET' | 'POST';
  /** Below the site's root, `/clubs/:id`. */
  path: string;
  /** Open to those who are not signed in. */
  isOpen?: boolean;
  /** Its query may hold a secret: no request names the address that it came from, not to this service either. */
  hidesAddress?: boolean;
  /** The field in which its form brings a file. */
  file?: string;
  answer(request: PageRequest<Visitor>): Promise<Page | Redirect> | Page | Redirect;
}

/** A site of pages below one path. */
export interface PageRouterOptions<Visitor> extends PublicAddress, ErrorHandling {
  /** Where the site begins, without a trailing slash: `/admin`. */
  root: string;
  frame: Frame;
  /** Leaves the session in `request.session`. */
  session: readonly RequestHandler[];
  /** Who is signed in; undefined where nobody is. */
  findVisitor(request: Request, response: Response): Promise<Visitor | undefined> | Visitor | undefined;
  /** What the head of a page calls them. */
  nameVisitor(visitor: Visitor): string;
  /** Where those go who have to sign in; the page that they wanted comes as `next`. */
  signInPath: string;
  /** Where the button in the head of a page sends those who want to sign out. */
  signOutPath: string;
  /** Receives forms with a file; needed where a route has one. */
  receiveForm?: FormReceiver;
  /** Where else than here pictures may come from. */
  imageOrigins?: readonly string[];
  routes: ReadonlyArray<PageRoute<Visitor>>;
}

/** How long a session lasts in which nobody is signed in. */
const ANONYMOUS_SESSION_MS = 3_600_000;

/**
 * Serves a site of pages below its root, errors included: nothing below the root leaves this router. Forms are
 * answered with a redirection; every change needs the session's CSRF token and must come from a page of this service.
 */
export function createPageRouter<Visitor>(options: PageRouterOptions<Visitor>): Router {
  const { root } = options;
  const site = Router({ caseSensitive: true });
  site.use(keepPrivate, allowLittle(options.imageOrigins ?? []));
  site.get(`/${STYLESHEET}`, serveStylesheet());
  site.use(...options.session, requireSession, loadVisitor(options));
  site.use(express.urlencoded({ extended: false, limit: BODY_BYTES_MAX }));
  for (const [path, onPath] of Map.groupBy(options.routes, (route) => route.path)) {
    const route = site.route(path);
    for (const one of onPath) route[one.method === 'GET' ? 'get' : 'post'](answerWith(one, options));
    route.all(refuseMethod(onPath.map(({ method }) => method)));
  }
  site.use(requireVisitor(options), () => {
    throw new ServiceError('not_found', 'There is no such page.');
  });
  site.use(answerWithErrorPage(options));
  return Router({ caseSensitive: true }).use(root, site);
}

/** What signed-in people see is kept nowhere, and no other site learns where it was linked from. */
const keepPrivate: RequestHandler = (_request, response, next) => {
  response.set({
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Not `no-referrer`: with it browsers hide the origin of a form even from its own server.
    'Referrer-Policy': 'same-origin',
  });
  next();
};

/** Pages need one stylesheet, pictures and forms: no script runs in them, and no other page frames them. */
function allowLittle(imageOrigins: readonly string[]): RequestHandler {
  const policy =
    "default-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';" +
    `img-src ${["'self'", 'data:', ...imageOrigins].join(' ')};style-src 'self'`;
  return (_request, response, next) => {
    response.set({ 'Content-Security-Policy': policy, 'X-Frame-Options': 'DENY' });
    next();
  };
}

const requireSession: RequestHandler = (request, _response, next) => {
  // express-session goes on without one when its store is known to be away.
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
    if (response.locals['visitor'] === undefined) response.redirect(303, toSignIn(request, options));
    else next();
  };
}

/** Whoever wanted a page gets it after signing in; what a form has sent is gone, and that is said. */
function toSignIn<Visitor>(request: Request, { signInPath }: PageRouterOptions<Visitor>): string {
  if (request.method !== 'GET') return `${signInPath}?unsaved=1`;
  return `${signInPath}?next=${encodeURIComponent(request.originalUrl)}`;
}

function answerWith<Visitor>(route: PageRoute<Visitor>, options: PageRouterOptions<Visitor>): RequestHandler {
  return async (request, response) => {
    response.locals['route'] = `${options.root}${route.path}`;
    const visitor = response.locals['visitor'] as Visitor | undefined;
    if (!route.isOpen && visitor === undefined) {
      response.redirect(303, toSignIn(request, options));
      return;
    }
    if (route.hidesAddress) response.set('Referrer-Policy', 'no-referrer');
    const produce = (file?: ReceivedFile) => {
      if (route.method === 'POST') refuseForeignForm(request, options, route);
      return route.answer(toPageRequest(request, response, { visitor: visitor as Visitor, file, options }));
    };
    const form = { request, response, field: route.file ?? '' };
    const bringsFile = route.method === 'POST' && route.file !== undefined && isForm(request);
    const answer =
      bringsFile && options.receiveForm
        ? await options.receiveForm(form, async (file) => produce(file))
        : await produce();
    if ('to' in answer) {
      if (answer.flash) request.session.flash = answer.flash;
      // Browsers go on as soon as they see the redirection: the session must be there before that.
      if (request.session !== undefined) await saveSession(request);
      response.redirect(303, answer.to);
    } else sendPage(request, response, answer, options);
  };
}

function toPageRequest<Visitor>(
  request: Request,
  response: Response,
  {
    visitor,
    file,
    options,
  }: { visitor: Visitor; file: ReceivedFile | undefined; options: PageRouterOptions<Visitor> },
): PageRequest<Visitor> {
  return {
    visitor,
    params: request.params as Record<string, string>,
    query: firstValues(request.query),
    form: firstValues((request.body ?? {}) as Record<string, unknown>),
    get csrf() {
      return csrfField(request, visitor !== undefined);
    },
    file,
    address: request.ip ?? '',
    baseUrl: readBaseUrl(request, options),
    locals: response.locals,
    log: request.log,
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
  // Anyone may begin a session: those in which nobody signs in are soon gone.
  if (!isSignedIn) request.session.cookie.maxAge = ANONYMOUS_SESSION_MS;
  return html`<input type="hidden" name="csrf" value="${csrfTokenOf(request.session)}" />`;
}

function sendPage<Visitor>(
  request: Request,
  response: Response,
  page: Page,
  options: PageRouterOptions<Visitor>,
): void {
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
  const document = layOut(page, {
    frame: options.frame,
    stylesheet: `${options.root}/${STYLESHEET}`,
    path: `${request.baseUrl}${request.path}`,
    flash,
    person:
      visitor === undefined || session === undefined
        ? undefined
        : { name: options.nameVisitor(visitor), signOut: signOut() },
  });
  response
    .status(page.status ?? 200)
    .type('html')
    .send(document.text);
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

function answerWithErrorPage<Visitor>(options: PageRouterOptions<Visitor>): ErrorRequestHandler {
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
    sendPage(request, response, { title, body, status: error.status }, options);
  };
}
