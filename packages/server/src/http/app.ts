import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import { Socket } from 'node:net';
import express, {
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import helmet from 'helmet';
import { pinoHttp } from 'pino-http';
import { shareWithOrigins } from './cross-origin.ts';
import { isDiskFull } from '../database/disk-errors.ts';
import {
  answerErrors,
  findRecordedRefusal,
  refuseUnknownPath,
  type ErrorHandling,
} from './error-handling.ts';
import { ServiceError } from './errors.ts';
import { describeTask, serializeError, type Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { currentTask } from '../telemetry/task.ts';
import type { KnownRequests } from './known-requests.ts';
import { runHandlers } from './run-handlers.ts';
import { compressBodies } from './send-body.ts';
import { findTask, openRequests } from './trace-requests.ts';
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
  const opening = [
    openRequests(options.tracing),
    logRequests(options.log),
    options.metrics.countRequests,
    securityHeaders(),
    requireHost,
    revalidate,
  ];
  const sharing = shareWithOrigins(options.corsOrigins);
  const answerError = answerErrors(options);

  const app = express();
  app.set('trust proxy', options.trustProxy);
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('etag', false);
  app.disable('x-powered-by');
  compressBodies(app, options.trustProxy !== false);
  app.use(opening);
  if (options.pages) app.use(options.pages);
  if (options.files) app.use(options.files);
  app.use(sharing);
  app.use(options.uncounted);
  for (const guard of options.guards) app.use(guard);
  app.use(options.documents);
  app.use(options.endpoints);
  app.use(refuseUnknownPath);
  app.use(answerError);

  /** The same steps for a request to an endpoint that is known by its URL. */
  const steps = [...opening, ...sharing, ...options.guards];
  return (incoming, outgoing) => {
    const answer = options.known?.find(incoming);
    if (!answer) {
      app(incoming, outgoing);
      return;
    }
    const { request, response } = toExpress(app, incoming, outgoing);
    runHandlers([...steps, answer], request, response, (error) => {
      void answerError(error, request, response, () => undefined);
    });
  };
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

/** Logs one line per request, without headers and bodies. */
function logRequests(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: () => currentTask()?.id ?? '',
    serializers: {
      // `ip` is the client's address, according to the trusted proxies.
      req: ({ id, method, originalUrl, ip }: Request) => ({
        id,
        method,
        url: originalUrl,
        remoteAddress: ip,
      }),
      res: ({ statusCode }: Response) => ({ statusCode }),
      err: serializeError,
    },
    // Wrapped ones would parse the query and copy all headers of each request first.
    wrapSerializers: false,
    // Runs after the response, outside the task's async context.
    customSuccessObject: (_request, response: Response, line: object) => ({
      ...line,
      ...describeTask(findTask(response)),
      ...findRecordedRefusal(response),
    }),
    customErrorObject: (_request, response, _error, line: object) => ({
      ...line,
      ...describeTask(findTask(response)),
    }),
    customLogLevel: (_request, { statusCode, err }, error) => {
      // An unavailable database recovers by itself; a full disk needs an operator.
      if (statusCode === 503) return isDiskFull(err) ? 'error' : 'warn';
      // A stream may fail after its 200 was sent.
      return statusCode >= 500 || err || error ? 'error' : 'info';
    },
  });
}

/** The headers are the same for all responses, so that they are made once. */
function securityHeaders(): RequestHandler {
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
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** The headers that a handler sets. */
function listHeaders(
  handler: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
): Array<[string, string]> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  handler(request, response, () => undefined);
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]);
}

/** HTTP/1.1 requires a Host header, and servers must reject requests without one. */
const requireHost: RequestHandler = (request, _response, next) => {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    throw new ServiceError('invalid', 'Bad Request.');
  }
  next();
};

/** Responses may be stored but must be revalidated; `ETag` makes that cheap. */
const revalidate: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-cache');
  next();
};
