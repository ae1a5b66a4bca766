import { EXPORT_HOURS } from '../contracts/exports.ts';
import { ITEM_TABLE } from '../contracts/interchange.ts';

const ITEM_COLUMNS = ITEM_TABLE.map(({ name }) => `\`${name}\``).join(', ');

/** Descriptions of imports and exports. */
export const INTERCHANGE_TEXTS = {
  'tags.Exports': 'Exports of items as tables, or as a ZIP with photos.',
  'tags.Imports': 'Imports of items from tables, exports and the archive.',

  Export: 'An export of items and photos as a ZIP, created in the background.',
  'Export.status': '`waiting`, `running`, then `done` or `failed`.',
  'Export.created_at': 'When the export was requested, in UTC.',
  'Export.finished_at': 'When the export finished, in UTC; null until then.',
  'ExportProgress.done': 'The number of items written so far.',
  'ExportProgress.total': 'The number of items to write.',

  ExportedItem: 'A line of `items.ndjson`. Fields that items of its type do not have are absent.',
  'ExportedItem.brand': 'The brand of the item.',
  'ExportedItem.club': 'Its club.',
  'ExportedItem.season': 'Its season.',
  'ExportedItem.kit': 'Its kit. Jerseys only.',
  'ExportedItem.main_color': 'Its main colour.',
  'ExportedItem.secondary_colors': 'Its other colours.',
  'ExportedItem.size': 'Its size.',
  'ExportedItem.size.category': 'For tops, bottoms or other items.',
  'ExportedItem.photos': 'Its photos, in their order.',
  ExportedColour: 'A colour of `GET /api/colors/`.',
  ExportedPhoto: 'A photo of the item.',
  'ExportedPhoto.order': 'Its place among the photos of the item.',

  ImportSummary: 'An import of a list.',
  Import: 'An import with its columns, mapping and options.',
  StartedImport: 'An import running in the background.',
  ImportOptions: 'How rows become items.',
  ImportCounts: 'The number of rows by status.',
  status:
    '`reading`: rows are being evaluated; `review`: waits for its owner; `applying`, `undoing`: continues in the background; ' +
    '`done`, `undone`, `failed`: has ended.',
  file_name: 'The name of the uploaded file; empty for the archive.',
  archive_user_id: 'The collector’s id in the archive; null for a file.',
  progress: 'The progress of the current step.',
  'progress.done': 'The number of rows processed.',
  row_count: 'The number of rows.',
  'ImportSummary.created_at, Import.created_at': 'When it was started, in UTC.',
  'ImportCounts.new': 'Will become items.',
  'ImportCounts.update': 'Match an item and would change it.',
  'ImportCounts.unchanged': 'Match an item and would not change it.',
  'ImportCounts.skipped': 'Are left out: their owner has skipped them, or they do not seem to be items.',
  'ImportCounts.ambiguous': 'Contain an ambiguous name.',
  'ImportCounts.invalid': 'Have errors.',
  'ImportCounts.added': 'Were added as items.',
  'ImportCounts.updated': 'Updated items.',
  'ImportCounts.failed': 'Failed when the import was applied.',
  sheets:
    'The names of the sheets to read; null, the default: those that are visible and have usual headings.',
  header_row:
    'The row with the names of the columns, 1 for the first, 0 for none: of all sheets, or by name of the sheet; null, the ' +
    'default: as detected.',
  encoding:
    'The encoding of a text file, such as `utf-8`, `windows-1252` or `macroman`; null: as detected. Responses have it as ' +
    'in the Encoding Standard.',
  unmapped:
    'The treatment of columns without a field: a labelled line in the notes for each (the default), or none.',
  unknown_names:
    'The treatment of unknown names of brands, clubs, seasons and sizes: texts of the item (the default), or errors.',
  on_match: 'The treatment of rows that match an item; default: `skip`.',
  invalid_as_draft: 'Whether invalid rows become drafts; default: false, for the archive true.',
  'ImportOptions.with_photos, options.with_photos': 'Whether photos are imported too; default: true.',
  defaults: 'Values by field for cells that are empty; strings as they would be in the table.',
  undo: 'After an undo: how many rows, and the items that were kept as they were changed since.',
  'ImportRow.cells': 'The original cells of the row, by column.',
  'ImportRow.item_id': 'The item that it matches, or that it became.',
  'sheets.name': 'Of a file without sheets, its own name.',
  'sheets.rows': 'Below the header; of a sheet that is not used, all that are not blank.',
  'sheets.header_row':
    'Counted from 1; 0 without a header; null if the sheet is not used or needs no header.',
  'sheets.used': 'Whether its rows are those of the import.',
  columns: 'The columns of the file, in its order.',
  'columns.name': 'The heading.',
  'columns.field': 'The field that it fills; null if none, `ignore` if it is dropped.',
  'warnings.column': 'The heading of the column; for text above a header, the name of the sheet.',
  'warnings.message': 'How its values are treated.',
  undone: 'The number of rows undone.',
  kept: 'The items that were kept.',
  'kept.row': 'The number of the row.',
  'kept.item': 'The id of the item.',
  options: 'The options to change.',

  ImportRowPage: 'A page of rows.',
  next: 'The URL of the next page; null on the last page.',
  previous: 'The URL of the previous page; null on the first page.',
  ImportRow: 'A row of an import.',
  'ImportRow.status': 'The planned or final outcome of the row.',
  'listImportRows.filter.status': 'Only rows with this status.',
  errors: 'Validation errors by field. A row that is kept as a draft has those that made it one.',
  'matches.id, candidates.id': 'The catalogue’s id of the record.',
  'matches.name, candidates.name': 'The name of the record.',
  inferred: 'True if the row does not name it: its kit, or the kits of its club and season do.',
  texts:
    'The names that are ambiguous or were not found, as they are written, by field; `resolve` takes them.',
  score: 'The confidence of the match, 0 to 1; 1 for an exact name, alias or slug.',
  is_skipped: 'Whether the row is left out: its owner has skipped it, or it does not seem to be an item.',
  skip_reason: 'Why the row does not seem to be an item; null if it is not skipped, or skipped by its owner.',
  skip: 'Whether to skip the row; false restores a skipped one.',
  'resolveImport.set.field': 'The field whose text to resolve.',

  photos: 'In their order.',
  expires_at: 'When the link ends; null: never.',
  source: '`file` until its format is known.',
  total: 'Null while it is not known.',
  is_paused: 'Whether it waits for the catalogue.',
  mapping: 'The field that each column fills; null if none, `ignore` if the column is to be dropped.',
  'date_order, decimal': 'Default: as detected.',
  order:
    "The photo with this order, and those after it, move up by one. Default: after the item's last photo.",
  'brand.slug, club.slug, season.slug, kit.slug':
    'The name in the archive’s URLs; null for seasons, and while it is unknown.',
  'season.name, kit.name, ExportedItem.brand.name, ExportedItem.club.name':
    'Of a season its year. Null while it is unknown.',
  'columns.samples': 'Up to three values.',
  'warnings.count': 'The number of rows affected.',
  'filter.bom': 'Whether a byte order mark comes first, for spreadsheet programs. Default: false.',
  'set.file': 'A CSV, XLSX or NDJSON file, or the ZIP of an export.',
  'set.source': 'Instead of a file.',
  'set.archive_user_id': "The collector's id in the archive.",
  'set.text': 'The name as written in the rows.',

  exportItemTable:
    'The filters, search and ordering of `GET /api/collections/me/items/`; drafts only if `is_draft` is set. ' +
    'RFC 4180, UTF-8, with a header. The columns are the fields of items. A field that refers to a record ' +
    'has two columns, `club` with the name and `club_id` with the id, as has money: `price` and ' +
    '`price_currency`. Tags, and the names and ids of secondary colours, are separated by semicolons, with a ' +
    'backslash before a semicolon or backslash in a text. A cell that begins with `=`, `+`, `-`, `@`, a tab, ' +
    "a carriage return or `'` has a `'` before it, so that no spreadsheet program runs it as a formula. Cells " +
    'with a semicolon, a tab or `|` are quoted. An ' +
    `empty cell is null or an empty text. The columns: ${ITEM_COLUMNS}.`,

  exportItemLines:
    'One `ExportedItem` per line, with tags, photos, private fields and the history of values. The filters, ' +
    'search and ordering of `GET /api/collections/me/items/`; drafts only if `is_draft` is set.',

  createExport:
    'Makes a ZIP in the background: `manifest.json`, `account.json`, `items.ndjson`, `items.csv` and the ' +
    "original photos. It replaces the caller's last export, which ends if it is still being made, and is " +
    'deleted with its file.',

  downloadExport: 'Supports `Range` with one range, and `If-Range`.',

  listImports: 'Newest first. Paginated with `Link` and `X-Total-Count`.',

  createImport:
    'Takes a CSV, XLSX or NDJSON file of at most 50 MiB, the ZIP of an export of at most 5 GiB, or, as JSON, ' +
    "a collector's id in the archive; at most 100,000 rows, and in tables at most 200 sheets and 200 MiB of " +
    'text. A row of more than 1 MiB is `invalid`. The file is read in the background, and the import then ' +
    'waits in `review`; nothing is added before it is applied. One import of a user is read, applied or ' +
    'undone at a time, and at most five wait in review. All imports of a user hold at most 500 MiB of rows; ' +
    'one that exceeds this while it is read becomes `failed`. An import is removed 90 days after its last ' +
    'change; its items stay.',

  listImportRows: 'A row has at most 64 KiB: the longer cells of a larger one are truncated.',
  getImportRow: 'With complete cells.',

  patchImport:
    'Omitted columns and options are left unchanged. The rows are evaluated again: if that takes longer than a ' +
    'moment, the status is `reading`. After a change of `sheets`, `header_row` or `encoding`, the file is read ' +
    'again: remaining columns keep their fields, but decisions about single rows are lost.',

  deleteImport:
    'Ends an import that is being read or applied: it becomes `failed` with the error `Abandoned by its ' +
    'owner.`, and can be undone if it has added something. Deletes any other import, including one in review. Items ' +
    'that it has added are kept.',
  'deleteImport.204': 'The import was cancelled or deleted.',

  patchImportRow:
    'Sets fields of the item, as in `PATCH /api/items/{id}/`, skips the row, or restores it: rows that do ' +
    'not seem to be items, such as totals, are skipped from the start.',
  'patchImportRow.filter.number, getImportRow.filter.number': "The row's number.",

  patchImportRows:
    'Sets fields of the items of all rows that have an error of the `field` and are not skipped, or skips these rows. ' +
    'The rows are evaluated again, as after a change of the mapping.',
  'patchImportRows.set.field': 'A field of `row_errors`.',

  resolveImport: 'The rows are evaluated again, as after a change of the mapping.',

  applyImport: 'Adds and updates items in the background. Ambiguous, invalid and skipped rows are left out.',

  getFailedRows:
    'The original rows with a column `error`, without skipped ones; the file can be corrected and ' +
    'imported again.',

  undoImport:
    'Removes the items that it added and restores those that it updated, in the background. Items that were ' +
    'changed since are kept, and listed in `undo`. A failed import can be undone as well if it has added or ' +
    'updated something.',

  ExportProgress: 'Items written, and how many there are.',

  'ExportedItem.values': 'The history of `estimated_value`, oldest first; the last one is the current one.',

  'ExportedPhoto.file': 'Its path in the ZIP, `photos/12/0-31.jpg`. Null if the file was lost.',

  'Export.expires_at': `${EXPORT_HOURS} hours after it was finished; the export is deleted then.`,
  'Export.bytes': 'The size of the file.',
  'Export.file': 'The URL of the ZIP, once it is done. Only for its owner.',

  'Import.sheets': 'The sheets of the file, in its order.',
  'Import.fields': 'The fields to which columns can be mapped.',
  'Import.warnings':
    'Values that are added to the notes instead of a field, by column; and text above the headers, by sheet.',

  'Import.drafts': 'How many rows become, or have become, drafts.',
  'Import.row_errors': 'How many rows have an error of each field, the most frequent first.',
  'row_errors.field': 'The field, or `non_field_errors`.',
  'row_errors.invalid': 'The number of rows that are invalid.',
  'row_errors.drafts': 'The number of rows that become, or have become, drafts because of it.',

  'ImportRow.decided': 'The fields that its owner has set.',
  'ImportRow.number': 'Counted from 1 over all sheets, without headers.',
  'ImportRow.sheet': 'The sheet that it comes from.',
  'ImportRow.item': 'The fields that the item will get.',
  'ImportRow.matches': 'How names were understood, by field.',
  'ImportRow.shortened':
    'The columns whose cells are cut; longer texts of `item` are then cut as well. `GET …/rows/{number}/` ' +
    'returns the complete row.',
  'ImportRow.candidates': 'For ambiguous names, the records that they may mean.',
  'getExport.filter.id, downloadExport.filter.id': 'The id of the export.',
  'getImport.filter.id, patchImport.filter.id, deleteImport.filter.id, listImportRows.filter.id, patchImportRows.filter.id, getImportRow.filter.id, patchImportRow.filter.id, resolveImport.filter.id, applyImport.filter.id, getFailedRows.filter.id, undoImport.filter.id':
    'The id of the import.',
} as const;
