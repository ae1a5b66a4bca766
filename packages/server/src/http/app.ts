import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, {
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import helmet from 'helmet';
import { addHeaders, listHeaders, toMiddleware, type Check } from './check.ts';
import { allowOrigins, shareWithOrigins } from './cross-origin.ts';
import { answerErrors, refuseUnknownPath, type ErrorHandling } from './error-handling.ts';
import { ServiceError } from './errors.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { AnswerKnown, KnownRequests } from './known-requests.ts';
import { nameRequest, observeRequests } from './observe-requests.ts';
import { compressBodies } from './send-body.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { TrustProxy } from '../process/trust-proxy.ts';

/** The parts of an app, in the order in which they handle a request. */
export interface AppOptions extends ErrorHandling {
  log: Logger;
  metrics: Metrics;
  /** Set if requests are traced. */
  tracing?: Tracing | undefined;
  trustProxy: TrustProxy;
  /** Origins that may read responses and send credentials. */
  corsOrigins: readonly string[];
  /** HTML pages below a path of their own, neither rate-limited nor available to other origins. */
  pages?: Router | undefined;
  /** Public files, not rate-limited; the router itself sets CORS headers. */
  files?: Router | undefined;
  /** Needs no key and is not rate-limited: the health check, pictures. */
  uncounted: Router;
  /** Identify, rate-limit, authorize, in the service's own order. */
  guards: readonly RequestHandler[];
  documents: Router;
  endpoints: Router;
  /** Requests to `endpoints` that are answered without looking for their route. */
  known?: KnownRequests;
}

/** Builds a service's app. This is the only place that defines the order in which a request is handled. */
export function createApp(options: AppOptions): RequestListener {
  const observe = observeRequests(options);
  const opening = [nameRequest, securityHeaders(), requireHost, revalidate];
  const answerError = answerErrors(options);

  const app = express();
  app.set('trust proxy', options.trustProxy);
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('etag', false);
  app.disable('x-powered-by');
  compressBodies(app, options.trustProxy !== false);
  app.use(observe);
  app.use(toMiddleware(...opening));
  if (options.pages) app.use(options.pages);
  if (options.files) app.use(options.files);
  app.use(shareWithOrigins(options.corsOrigins));
  app.use(options.uncounted);
  for (const guard of options.guards) app.use(guard);
  app.use(options.documents);
  app.use(options.endpoints);
  app.use(refuseUnknownPath);
  app.use(answerError);

  const { known } = options;
  if (!known) return app;
  /** The same for a request to an endpoint that is known by its URL. */
  const checks = [...opening, allowOrigins(options.corsOrigins), ...known.checks];
  return (incoming, outgoing) => {
    const answer = known.find(incoming);
    if (!answer) {
      app(incoming, outgoing);
      return;
    }
    const { request, response } = toExpress(app, incoming, outgoing);
    const fail = (error: unknown) => void answerError(error, request, response, () => undefined);
    observe(request, response, () => void answerKnown(checks, answer, { request, response }).catch(fail));
  };
}

/** Answers if all checks pass. All headers are sent at once, which is cheaper than setting one after another. */
async function answerKnown(
  checks: readonly Check[],
  answer: AnswerKnown,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const headers: string[] = [];
  try {
    for (const check of checks) {
      const added = check(request, response);
      headers.push(...(added instanceof Promise ? await added : added));
    }
    await answer(request, response, headers);
  } catch (error) {
    if (!response.headersSent) addHeaders(response, headers);
    throw error;
  }
}

/** Gives a request and its response what Express's application gives them. */
function toExpress(app: Express, incoming: IncomingMessage, outgoing: ServerResponse) {
  const request = Object.setPrototypeOf(incoming, app.request) as Request;
  const response = Object.setPrototypeOf(outgoing, app.response) as Response;
  request.res = response;
  response.req = request;
  request.baseUrl = '';
  request.originalUrl = request.url;
  response.locals = {};
  return { request, response };
}

/** The headers are the same for all responses, so that they are made once. */
function securityHeaders(): Check {
  const headers = listHeaders(
    helmet({
      // The documentation page needs styles and scripts of this origin only; TLS is terminated at the proxy.
      contentSecurityPolicy: {
        directives: {
          baseUri: ["'none'"],
          fontSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          upgradeInsecureRequests: null,
        },
      },
      // Front ends on other origins display pictures and read responses.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
  );
  return () => headers;
}

/** HTTP/1.1 requires a Host header, and servers must reject requests without one. */
const requireHost: Check = ({ httpVersion, headers }) => {
  if (httpVersion === '1.1' && headers.host === undefined) throw new ServiceError('invalid', 'Bad Request.');
  return [];
};

/** Responses may be stored but must be revalidated; `ETag` makes that cheap. */
const revalidate: Check = () => ['Cache-Control', 'no-cache'];
