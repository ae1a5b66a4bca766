import { Router, type Request, type Response } from 'express';
import type { OpenAPIV3 } from 'openapi-types';
import swaggerUi from 'swagger-ui-express';
import { refuseMethod } from './refuse-method.ts';
import { readBaseUrl, type PublicAddress } from './request-context.ts';
import { sendBody } from './send-body.ts';

export interface DocumentRoutes extends PublicAddress {
  /** The service's name. */
  title: string;
  /** Builds the document on first use, because that takes a while. */
  document: () => OpenAPIV3.Document;
  /** The path of the OpenAPI document, `/api/openapi.json`. */
  schemaPath: string;
  /** The path of the interactive documentation; undefined if disabled. */
  docsPath: string | undefined;
}

export function serveDocuments(options: DocumentRoutes): Router {
  const router = Router({ caseSensitive: true });
  let document: OpenAPIV3.Document | undefined;
  router
    .route(options.schemaPath)
    .get((request: Request, response: Response) => {
      document ??= options.document();
      const body = JSON.stringify({ ...document, servers: [{ url: readBaseUrl(request, options) }] });
      sendBody(request, response.type('json'), Buffer.from(body));
    })
    .all(refuseMethod(['GET']));
  if (options.docsPath !== undefined) serveDocs(router, options.docsPath, options);
  return router;
}

function serveDocs(router: Router, docsPath: string, options: DocumentRoutes): void {
  const settings = {
    customSiteTitle: options.title,
    swaggerOptions: {
      url: `${options.publicUrl ?? ''}${options.schemaPath}`,
      displayRequestDuration: true,
      requestInterceptor: addScheme,
    },
  };
  const page = swaggerUi.generateHTML(undefined, settings);
  const folder = docsPath.slice(docsPath.lastIndexOf('/') + 1);
  // Without the trailing slash, relative links to the page's files need its folder.
  const pageWithoutSlash = page.replaceAll('"./', `"./${folder}/`);
  router
    .route(docsPath)
    .get((request: Request, response: Response) => {
      const html = request.path.endsWith('/') ? page : pageWithoutSlash;
      sendBody(request, response.type('html'), Buffer.from(html));
    })
    .all(refuseMethod(['GET']));
  router.use(docsPath, ...swaggerUi.serveFiles(undefined, settings));
}

/** Runs in the browser: lets people enter a token without the word that stands before it in the header. */
function addScheme(request: { headers: Record<string, string> }) {
  const token = request.headers['Authorization'];
  if (token && !token.includes(' ')) request.headers['Authorization'] = `Token ${token}`;
  return request;
}
