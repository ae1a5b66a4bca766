import type { EndpointCase } from './endpoint-case.ts';
import { waitingExport } from './examples.ts';

/** Downloads and exports, by contract. */
export const exportEndpoints: Record<string, EndpointCase> = {
  exportItemTable: {
    request: async ({ collections }) => (await collections.myItemsCsv({ tag: ['home'], bom: true })).text(),
    url: '/api/collections/me/items.csv?tag=home&bom=true',
    response: new Blob(['id,name\r\n']),
    returned: 'id,name\r\n',
  },
  exportItemLines: {
    request: async ({ collections }) => (await collections.myItemsNdjson({ search: 'málaga' })).text(),
    url: '/api/collections/me/items.ndjson?search=m%C3%A1laga',
    response: new Blob(['{"id":12}\n']),
    returned: '{"id":12}\n',
  },
  createExport: {
    request: ({ exports }) => exports.create(),
    url: '/api/exports/',
    response: waitingExport,
  },
  getExport: {
    request: ({ exports }) => exports.get({ id: 3 }),
    url: '/api/exports/3/',
    response: waitingExport,
  },
  downloadExport: {
    request: async ({ exports }) => (await exports.file({ id: 3 })).text(),
    url: '/api/exports/3/file/',
    response: new Blob(['PK']),
    returned: 'PK',
  },
};
