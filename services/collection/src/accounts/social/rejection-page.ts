import type { ErrorRequestHandler } from 'express';
import { recordRefusal } from '@kitroom/server/http/error-handling';
import { ServiceError } from '@kitroom/server/http/errors';
import { readBaseUrl } from '@kitroom/server/http/request-context';
import { sendBody } from '@kitroom/server/http/send-body';
import { html } from '@kitroom/server/pages/html';
import { renderDocument } from '@kitroom/server/pages/layout';
import { restrictContent, STYLESHEET } from '@kitroom/server/pages/page-headers';
import { linkList } from '@kitroom/server/pages/table';
import type { Config } from '../../config.ts';
import { ACCOUNTS_ROOT } from '../../paths.ts';
import { SocialRefusal } from './providers.ts';

const setHeaders = restrictContent({});

/** Shows browsers a page if a sign-in with a provider is rejected. Other clients get the error as JSON. */
export function sendRejectionPage(config: Config): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (!isRejection(error)) return next(error);
    response.vary('Accept').set('Cache-Control', 'no-store');
    if (!request.get('Accept')?.includes('text/html')) return next(error);
    recordRefusal(response, error);
    const baseUrl = readBaseUrl(request, { publicUrl: config.PUBLIC_URL });
    const document = renderDocument(
      {
        title: 'You cannot sign in here',
        body: html`<p>${error.message}</p>
          ${linkList(listSignInPages(config, baseUrl))}`,
      },
      {
        frame: { name: 'Kitroom', home: `${config.SHOWCASE_URL ?? baseUrl}/`, navigation: [] },
        stylesheet: `${baseUrl}/${STYLESHEET}`,
        path: request.path,
      },
    );
    setHeaders(request, response, () => {});
    return sendBody(request, response.status(error.status).type('html'), Buffer.from(document.text));
  };
}

function isRejection(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'forbidden' && error.cause instanceof SocialRefusal;
}

/** Sign-in pages that do not redirect to the provider again. */
function listSignInPages({ SHOWCASE_URL, ACCOUNT_PAGES }: Config, baseUrl: string): Record<string, string> {
  const label = 'Sign in another way';
  if (SHOWCASE_URL !== undefined) return { [`${SHOWCASE_URL}/sign-in?local`]: label };
  return ACCOUNT_PAGES ? { [`${baseUrl}${ACCOUNTS_ROOT}/login?local`]: label } : {};
}
