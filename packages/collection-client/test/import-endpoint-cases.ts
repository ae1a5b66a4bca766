import type { EndpointCase } from './endpoint-case.ts';

const importSummary = {
  id: 3,
  source: 'csv',
  file_name: 'shirts.csv',
  archive_user_id: null,
  status: 'review',
  progress: { done: 1, total: 1, is_paused: false },
  error: null,
  row_count: 1,
  counts: {
    new: 1,
    update: 0,
    unchanged: 0,
    skipped: 0,
    ambiguous: 0,
    invalid: 0,
    added: 0,
    updated: 0,
    failed: 0,
  },
  created_at: '2026-11-23T10:00:00.000Z',
  updated_at: '2026-11-23T10:00:01.000Z',
};

const importDetail = {
  ...importSummary,
  sheets: [{ name: 'shirts.csv', rows: 1, header_row: 1, used: true }],
  columns: [{ name: 'Verein', samples: ['Arsenal'], field: 'club' }],
  mapping: { Verein: 'club' },
  options: {
    on_match: 'skip',
    invalid_as_draft: false,
    date_order: 'dmy',
    decimal: ',',
    sheets: null,
    header_row: null,
    encoding: 'utf-8',
    unmapped: 'notes',
    unknown_names: 'text',
    with_photos: true,
    defaults: { size: 'L' },
  },
  fields: ['club', 'size'],
  warnings: [{ column: 'Sponsor', count: 1, message: 'No field is mapped to this column.' }],
  undo: null,
};

const importRow = {
  number: 7,
  sheet: 'shirts.csv',
  status: 'new',
  cells: { Verein: 'Man Utd' },
  item: { item_type: 'jersey', club: 49 },
  item_id: null,
  errors: {},
  matches: { club: { id: 49, name: 'Manchester United', score: 1 } },
  candidates: {},
  texts: {},
  is_skipped: false,
  skip_reason: null,
  shortened: [],
};

/** The endpoints of imports. */
export const importEndpoints: Readonly<Record<string, EndpointCase>> = {
  listImports: {
    request: ({ imports }) => imports.list({ page: 2 }),
    url: '/api/imports/?page=2',
    response: [importSummary],
    returned: { count: 1, next: null, previous: null, results: [importSummary] },
    headers: { 'X-Total-Count': '1' },
  },
  createImport: {
    request: ({ imports }) => imports.create({ source: 'archive', archive_user_id: 1057 }),
    url: '/api/imports/',
    response: { id: 3, status: 'reading' },
    sent: { source: 'archive', archive_user_id: 1057 },
  },
  getImport: {
    request: ({ imports }) => imports.get({ id: 3 }),
    url: '/api/imports/3/',
    response: importDetail,
  },
  patchImport: {
    request: ({ imports }) =>
      imports.patch({ id: 3 }, { mapping: { Verein: 'club' }, options: { decimal: ',' } }),
    url: '/api/imports/3/',
    response: importDetail,
    sent: { mapping: { Verein: 'club' }, options: { decimal: ',' } },
  },
  deleteImport: {
    request: ({ imports }) => imports.remove({ id: 3 }),
    url: '/api/imports/3/',
    response: undefined,
  },
  listImportRows: {
    request: ({ imports }) => imports.rows({ id: 3, status: 'ambiguous' }),
    url: '/api/imports/3/rows/?status=ambiguous',
    response: { count: 1, next: null, previous: null, results: [importRow] },
  },
  getImportRow: {
    request: ({ imports }) => imports.getRow({ id: 3, number: 7 }),
    url: '/api/imports/3/rows/7/',
    response: importRow,
  },
  patchImportRow: {
    request: ({ imports }) => imports.patchRow({ id: 3, number: 7 }, { set: { club: 49 } }),
    url: '/api/imports/3/rows/7/',
    response: importRow,
    sent: { set: { club: 49 } },
  },
  patchImportRows: {
    request: ({ imports }) => imports.patchRows({ id: 3 }, { field: 'condition', set: { condition: 4 } }),
    url: '/api/imports/3/rows/',
    response: importDetail,
    sent: { field: 'condition', set: { condition: 4 } },
  },
  resolveImport: {
    request: ({ imports }) => imports.resolve({ id: 3 }, { field: 'club', text: 'Man Utd', id: 49 }),
    url: '/api/imports/3/resolve/',
    response: importDetail,
    sent: { field: 'club', text: 'Man Utd', id: 49 },
  },
  applyImport: {
    request: ({ imports }) => imports.apply({ id: 3 }),
    url: '/api/imports/3/apply/',
    response: { id: 3, status: 'applying' },
  },
  getFailedRows: {
    request: async ({ imports }) => (await imports.failed({ id: 3 })).text(),
    url: '/api/imports/3/failed.csv',
    response: new Blob(['Club,error\r\n']),
    returned: 'Club,error\r\n',
  },
  undoImport: {
    request: ({ imports }) => imports.undo({ id: 3 }),
    url: '/api/imports/3/undo/',
    response: { id: 3, status: 'undoing' },
  },
};
