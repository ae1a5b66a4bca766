import { CONTENT_TYPE_IDS } from '@kitroom/collection-client';
import type { BrowserContext } from 'playwright-core';

/** The collection service's API, with the cookies of a window. */
export interface CollectionApi {
  /** Answers the body; throws if the service refuses. */
  send<Body>(method: 'GET' | 'POST' | 'PATCH', path: string, data?: unknown): Promise<Body>;
  /** Of a jersey. */
  addPhoto(item: number, photo: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
}

export async function openCollectionApi(
  { request }: BrowserContext,
  showcase: string,
): Promise<CollectionApi> {
  const config = (await (await request.get(`${showcase}/config.json`)).json()) as { collection: string };
  const csrf = await request.get(`${config.collection}/api/accounts/csrf/`);
  const { csrf_token: token } = (await csrf.json()) as { csrf_token: string };
  const headers = { 'X-CSRF-Token': token, Origin: showcase };
  return {
    async send<Body>(method: string, path: string, data?: unknown) {
      const options = { method, headers, data, failOnStatusCode: true };
      const answer = await request.fetch(`${config.collection}${path}`, options);
      return (await answer.json()) as Body;
    },
    async addPhoto(item, image) {
      const multipart = { image, content_type: CONTENT_TYPE_IDS.jersey, object_id: item };
      await request.post(`${config.collection}/api/photos/`, { headers, multipart, failOnStatusCode: true });
    },
  };
}
