import express, { type Express, type RequestHandler, type Response, type Router } from 'express';
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
import { describeTask, type Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { currentTask } from '../telemetry/task.ts';
import { findTask, openRequests } from './trace-requests.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { TrustProxy } from '../process/trust-proxy.ts';

/** What an app is made of, in the order in which a request meets it. */
export interface AppOptions extends ErrorHandling {
  log: Logger;
  metrics: Metrics;
  /** Where requests are traced. */
  tracing?: Tracing | undefined;
  trustProxy: TrustProxy;
  /** Origins whose pages may read answers, and send credentials along. */
  corsOrigins: readonly string[];
  /** Pages for people below a path of their own: neither counted nor open to other origins. */
  pages?: Router | undefined;
  /** Files for everyone, uncounted; the router itself decides whether pages of other origins may read them. */
  files?: Router | undefined;
  /** Needs no key and counts against no limit: the health report, pictures. */
  uncounted: Router;
  /** Who is it, how often, and may they: the service's own order. */
  guards: readonly RequestHandler[];
  documents: Router;
  endpoints: Router;
}

/** Builds a service's app: the one place where the order of things is seen. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.set('trust proxy', options.trustProxy);
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('etag', false);
  app.disable('x-powered-by');

  app.use(openRequests(options.tracing));
  app.use(logRequests(options.log));
  app.use(options.metrics.countRequests);
  app.use(securityHeaders());
  app.use(requireHost);
  app.use(revalidate);
  if (options.pages) app.use(options.pages);
  if (options.files) app.use(options.files);
  app.use(shareWithOrigins(options.corsOrigins));
  app.use(options.uncounted);
  for (const guard of options.guards) app.use(guard);
  app.use(options.documents);
  app.use(options.endpoints);
  app.use(refuseUnknownPath);
  app.use(answerErrors(options));
  return app;
}

/** One line a request. Headers and bodies stay out of the log. */
function logRequests(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: () => currentTask()?.id ?? '',
    serializers: {
      // The client's address, as far as the proxies in front are trusted.
      req: ({ id, method, url, raw }) => ({ id, method, url, remoteAddress: raw.ip }),
      res: ({ statusCode }) => ({ statusCode }),
    },
    wrapSerializers: true,
    // Written when the answer is sent, where nothing tells any more whose it is.
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
      // A database that is away comes back by itself; somebody has to make room.
      if (statusCode === 503) return isDiskFull(err) ? 'error' : 'warn';
      // A stream may break off after its 200.
      return statusCode >= 500 || err || error ? 'error' : 'info';
    },
  });
}

function securityHeaders(): RequestHandler {
  return helmet({
    // The page of the documentation needs styles and scripts of this origin, and no more; TLS ends at the proxy.
    contentSecurityPolicy: {
      directives: {
        baseUri: ["'none'"],
        fontSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        upgradeInsecureRequests: null,
      },
    },
    // Front-end apps on other origins show the pictures and read the answers.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
}

/** HTTP/1.1 asks every request for its host, and every server to refuse one without. */
const requireHost: RequestHandler = (request, _response, next) => {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    throw new ServiceError('invalid', 'Bad Request.');
  }
  next();
};

/** Answers may be kept but are asked about each time; `ETag` makes that cheap. */
const revalidate: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-cache');
  next();
};
