import { Router, type Request, type RequestHandler, type Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { OpenAPIV3 } from 'openapi-types';
import swaggerUi from 'swagger-ui-express';
import { refuseMethod } from './error-handling.ts';
import type { MountOptions } from './mount.ts';
import { readBasePath, readBaseUrl, type PublicAddress } from './request-context.ts';
import { sendBody } from './send-body.ts';
import { refuseNames } from './unknown-names.ts';

interface DocumentRoutes extends PublicAddress, Pick<MountOptions, 'toInvalidInput'> {
  /** The service's name. */
  title: string;
  /** Builds the document on first use, because that takes a while. */
  document: () => OpenAPIV3.Document;
  /** The path of the OpenAPI document, `/api/openapi.json`. */
  schemaPath: string;
  /** The path of the interactive documentation; undefined if disabled. */
  docsPath: string | undefined;
}

/**
 * The number of base URLs for which the document is cached, serialized and compressed: without `PUBLIC_URL`,
 * clients choose them.
 */
const BASE_URLS = 10;

export function serveDocuments(options: DocumentRoutes): Router {
  const router = Router({ caseSensitive: true });
  let document: OpenAPIV3.Document | undefined;
  const bodies = new LRUCache<string, Buffer>({
    max: BASE_URLS,
    memoMethod(url) {
      document ??= options.document();
      return Buffer.from(JSON.stringify({ ...document, servers: [{ url }] }));
    },
  });
  router
    .route(options.schemaPath)
    .get(refuseNames(options), (request: Request, response: Response) =>
      sendBody(request, response.type('json'), bodies.memo(readBaseUrl(request, options))),
    )
    .all(refuseMethod(['GET']));
  if (options.docsPath !== undefined) serveDocs(router, options.docsPath, options);
  return router;
}

function serveDocs(router: Router, docsPath: string, options: DocumentRoutes): void {
  const html = swaggerUi.generateHTML(undefined, { customSiteTitle: options.title });
  const folder = docsPath.slice(docsPath.lastIndexOf('/') + 1);
  // Without the trailing slash, relative links to the page's files need its folder.
  const pageWithoutSlash = Buffer.from(html.replaceAll('"./', `"./${folder}/`));
  const page = Buffer.from(html);
  router
    .route(docsPath)
    .get(refuseNames(options), (request: Request, response: Response) => {
      const isFolder = request.path.endsWith('/');
      return sendBody(request, response.type('html'), isFolder ? page : pageWithoutSlash);
    })
    .all(refuseMethod(['GET']));
  router.get(`${docsPath}/swagger-ui-init.js`, sendSettings(options));
  router.use(docsPath, ...swaggerUi.serve);
}

/**
 * Sends the script that opens the document, whose URL depends on the path at which the client reached the
 * service.
 */
function sendSettings(options: DocumentRoutes): RequestHandler {
  return (request, response, next) => {
    const swaggerOptions = {
      url: `${readBasePath(request, options)}${options.schemaPath}`,
      displayRequestDuration: true,
      requestInterceptor: addScheme,
    };
    const [send] = swaggerUi.serveFiles(undefined, { swaggerOptions });
    void send?.(request, response, next);
  };
}

/** Runs in the browser: adds the authentication scheme to a token that was entered without it. */
function addScheme(request: { headers: Record<string, string> }) {
  const token = request.headers['Authorization'];
  if (token && !token.includes(' ')) request.headers['Authorization'] = `Token ${token}`;
  return request;
}
