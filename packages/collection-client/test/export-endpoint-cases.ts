import type { EndpointCase } from './endpoint-case.ts';
import { waitingExport } from './examples.ts';

/** Downloads and exports, by contract. */
export const exportEndpoints: Record<string, EndpointCase> = {
  exportItemTable: {
    ask: async ({ collections }) => (await collections.myItemsCsv({ tag: ['home'], bom: true })).text(),
    url: '/api/collections/me/items.csv?tag=home&bom=true',
    answer: new Blob(['id,name\r\n']),
    returned: 'id,name\r\n',
  },
  exportItemLines: {
    ask: async ({ collections }) => (await collections.myItemsNdjson({ search: 'málaga' })).text(),
    url: '/api/collections/me/items.ndjson?search=m%C3%A1laga',
    answer: new Blob(['{"id":12}\n']),
    returned: '{"id":12}\n',
  },
  createExport: {
    ask: ({ exports }) => exports.create(),
    url: '/api/exports/',
    answer: waitingExport,
  },
  getExport: {
    ask: ({ exports }) => exports.get({ id: 3 }),
    url: '/api/exports/3/',
    answer: waitingExport,
  },
  downloadExport: {
    ask: async ({ exports }) => (await exports.file({ id: 3 })).text(),
    url: '/api/exports/3/file/',
    answer: new Blob(['PK']),
    returned: 'PK',
  },
};
