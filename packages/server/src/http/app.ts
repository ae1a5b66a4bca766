import express, { type Express, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import type { TrustProxy } from '../process/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { shareWithOrigins } from './cross-origin.ts';
import { handleErrors, refuseUnknownPath, type ErrorHandling } from './error-handling.ts';
import { ServiceError } from './errors.ts';
import { logRequests } from './log-requests.ts';
import { applyPreferences } from './prefer.ts';
import { openTask } from './request-task.ts';
import { compressBodies } from './send-body.ts';

/** The parts of an app, in the order in which they handle a request. */
interface AppOptions extends ErrorHandling {
  log: Logger;
  metrics: Metrics;
  trustProxy: TrustProxy;
  /** Origins that may read responses and send credentials. */
  corsOrigins: readonly string[];
  /** HTML pages, below their own path, neither rate-limited nor available to other origins. */
  pages?: Router | undefined;
  /** Public files, not rate-limited; the router itself sets CORS headers. */
  files?: Router | undefined;
  /** Endpoints that need no key and are not rate-limited: the health check, pictures. */
  uncounted: Router;
  /** Identification, rate limits and authorization, in the service's order. */
  guards: readonly RequestHandler[];
  documents: Router;
  endpoints: Router;
}

/** Builds a service's app. This is the only place that defines the order in which a request is handled. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.set('trust proxy', options.trustProxy);
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('etag', false);
  app.disable('x-powered-by');
  compressBodies(app, options.trustProxy !== false);
  app.use(openTask);
  app.use(logRequests(options.log));
  app.use(options.metrics.observeRequests);
  app.use(helmet(SECURITY_HEADERS));
  app.use(applyPreferences);
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
  app.use(handleErrors(options));
  return app;
}

const SECURITY_HEADERS: Parameters<typeof helmet>[0] = {
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
};

/** HTTP/1.1 requires a Host header, and servers must reject requests without one. */
const requireHost: RequestHandler = ({ httpVersion, headers }, _response, next) => {
  if (httpVersion === '1.1' && headers.host === undefined) throw new ServiceError('invalid', 'Bad Request.');
  next();
};

/** Responses may be stored but must be revalidated; `ETag` makes that cheap. */
const revalidate: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-cache');
  next();
};
