import { expect } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { CONTENT_TYPE_IDS } from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';

/** The collection service's API, with the cookies of a window. */
export interface CollectionApi {
  /** Resolves with the body; rejects for an error response. */
  send<Body>(method: 'GET' | 'POST' | 'PATCH', path: string, data?: unknown): Promise<Body>;
  /** Uploads a table to import, and resolves with the import's id once it waits for review. */
  importTable(table: string): Promise<number>;
  /** Adds a photo to a jersey. */
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

  async function send<Body>(method: string, path: string, data?: unknown): Promise<Body> {
    const options = { method, headers, data, failOnStatusCode: true };
    const response = await request.fetch(`${config.collection}${path}`, options);
    return (await response.json()) as Body;
  }

  return {
    send,
    async importTable(table) {
      const multipart = { file: { name: 'shirts.csv', mimeType: 'text/csv', buffer: Buffer.from(table) } };
      const url = `${config.collection}/api/imports/`;
      const created = await request.post(url, { headers, multipart, failOnStatusCode: true });
      const { id } = (await created.json()) as { id: number };
      await eventually(async () => {
        const { status } = await send<{ status: string }>('GET', `/api/imports/${id}/`);
        expect(status).toBe('review');
      });
      return id;
    },
    async addPhoto(item, image) {
      const multipart = { image, content_type: CONTENT_TYPE_IDS.jersey, object_id: item };
      await request.post(`${config.collection}/api/photos/`, { headers, multipart, failOnStatusCode: true });
    },
  };
}
