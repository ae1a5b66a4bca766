/** Descriptions of mirroring and of the collections of the archive's users. */
export const SERVICE_TEXTS = {
  'tags.Mirroring': 'The whole catalogue as files, and a log of its changes.',
  'tags.User collections': 'Collections of the archive’s users, scraped on request and cached for 7 days.',

  BulkFile: 'A file with all records of a type, or of all types.',
  generated_at: 'When the file was created, in UTC.',
  'BulkFile.type': 'The type of its records; `all`: all types, referenced records first.',
  'BulkFile.rows': 'The number of records.',
  'BulkFile.bytes': 'The size of the compressed file.',
  'BulkFile.sha256': 'The SHA-256 of the compressed file, in hexadecimal digits.',
  'BulkFile.sequence': 'The last change that the file contains: continue with `changes?after=` it.',
  'BulkFile.url': 'The download URL; valid until two newer generations exist.',
  generation: 'The generation of the files, as in the `url` of the list.',
  file: 'The name of the file, as in the `url` of the list.',
  ChangePage: 'Changes in the order of their commits.',
  'ChangePage.items': 'The changes, oldest first.',
  has_more: 'Whether there are more changes after this page.',
  Change: 'A change of one record.',
  sequence: 'Increases with each change; may have gaps.',
  op: '`upsert`: created or updated; `delete`: deleted; `merge`: merged into the record `into`.',
  'Change.id': 'The id of the changed record.',
  at: 'The time of the commit, in UTC.',
  kind: 'The kind of record, as in the import format.',
  BrandRecord: 'A brand in the import format.',
  CompetitionRecord: 'A competition in the import format.',
  ClubRecord: 'A club in the import format.',
  SeasonRecord: 'A season in the import format.',
  KitTypeRecord: 'A type of kit in the import format.',
  KitRecord:
    'A kit in the import format, which names other records by their slugs, a season by its year, a type by its name.',
  'KitRecord.club': 'The slug of the club.',
  'KitRecord.season': 'The year of the season: `2024`, or `2024-25`.',
  'KitRecord.brand': 'The slug of the brand.',
  'KitRecord.type': 'The name of the type, such as `Home`.',
  competitions: 'The slugs of the competitions in which it was worn.',
  'KitRecord.name': 'Team, season and type: `Málaga CF 2003-04 Home`.',
  'KitRecord.primary_color': 'The name of the main colour; null if unknown.',
  'KitRecord.secondary_colors': 'The names of the other colours, the most important first.',
  'KitRecord.main_img_url': 'The URL of the photo; null without a photo.',
  'ClubRecord.logo, BrandRecord.logo, CompetitionRecord.logo': 'The URL of the logo, if there is one.',
  'ClubRecord.id_archive': "The club's id in the archive.",
  'KitRecord.id_archive': "The kit's id in the archive.",
  former_slugs: 'Earlier slugs.',
  ChangesGone: 'The requested changes are no longer available.',

  CachedCollection: 'A complete collection.',
  'CachedCollection.status, CollectionPage.status, CustomEntryPage.status': 'The collection is available.',
  StartedScrape: 'A scrape in progress.',
  'StartedScrape.status': 'The collection is being scraped.',
  CollectionPage: 'A page of a collection, with its collector.',
  MissingCollection: 'No cached collection.',
  'MissingCollection.status': 'The collection is not available.',
  'MissingCollection.message': 'What to do: start a scrape, or wait for it.',
  ScrapeProgress: 'The progress of a collection’s latest scrape.',
  'ScrapeProgress.status':
    '`processing`: queued or running; `ready`: the collection is available; `failed`: see `error`; `not_found`: no scrape was requested.',
  CollectionEntry: 'A kit of a collection, as described by the archive.',
  CustomEntry: 'A kit described by the collector, without a kit of the archive.',
  CustomEntryPage: 'A page of a collection’s custom entries.',
  kit_type: 'The archive’s name of the type, such as `Home`.',
  league: 'The archive’s name of the competition.',
  colors: 'The archive’s names of the colours, the main colour first.',
  size: 'The size, as entered by the collector.',
  condition: 'The condition, as entered by the collector.',
  notes: 'The collector’s notes.',
  tags: 'The collector’s tags, in their order.',
  data: 'The scraped collection.',
  success: 'Always true.',
  entries: 'The kits, in the archive’s order; duplicates are separate entries.',
  'ScrapeProgress.entries': 'The number of kits found so far.',
  total_entries: 'The number of kits in the collection.',
  pages_scraped: 'The number of pages read so far.',
  note: 'How to get the pages of the collection.',
  CollectionUser: 'The collector; absent if the archive has no profile.',
  'CollectionUser.name': 'The collector’s display name.',
  'CollectionUser.image': 'The URL of the profile picture.',
  'twitter, instagram': 'The name or URL of the profile there.',
  'CollectionUser.description': 'The description in the profile.',
  points: 'The collector’s points in the archive.',
  kit_name: '`<team> <season> <type> Kit`.',
  kit_slug: 'The slug in the archive, without the id.',
  'CollectionEntry.main_img_url': 'The URL of the picture in the archive.',
  task_id: 'Identifies the scrape.',
  'ScrapeProgress.task_id': 'Identifies the scrape; null if there has been none.',
  'StartedScrape.message': 'The expected duration, or the progress.',
  cached_until: 'When the cached collection expires, in UTC.',
  started_at: 'When the scrape started, in UTC; null while queued.',
  finished_at: 'When the scrape ended, in UTC; null until then.',

  301: 'The club was merged into another one in the last 90 days. `Location` is the URL of the same request for that club.',
  400: 'A parameter is missing or invalid; see `detail`.',
  401: 'API keys are required, and the key is missing, invalid, expired or revoked.',
  403: 'The rate limit is exceeded; see `Retry-After`.',

  truncated: 'There are more entries: a scrape ends after 500 pages or 20,000 entries.',
  entry_id: "The entry's id in the archive.",
  images: 'At most 10 URLs.',
  purchase: "Purchase and value fields by the archive's names.",
  kit_id: "The kit's id.",
  userid: "The collector's user id in the archive.",
  'pagination.page_size': 'The maximum number of entries on a page.',
  'filter.after': 'The sequence number after which to start, from the bulk data or `next`.',
  'filter.force': 'Scrape again even if the collection is cached.',
  'filter.number': 'Which of its `images`, from 1.',

  'getHealth, getNoLogo': 'Requires no API key and is not rate-limited.',

  listBulkData:
    'Compressed NDJSON files in the import format, all from one snapshot. Made when something has changed, at' +
    ' most once an hour; a file remains available until two newer ones have replaced it. Not rate-limited.',
  'listBulkData.200': 'The files; empty until they are made for the first time.',

  getBulkFile: 'At the `url` of the list. Supports `Range` and conditional requests; not rate-limited.',
  'getBulkFile.404': 'The file does not exist, or no longer exists.',
  'getBulkFile.412': 'The file does not meet a condition of the request.',

  listChanges:
    'Changes are in the order of their commits, so that continuing with `next` misses none. Records have their ' +
    'current state, so that applying all pages gives the current catalogue. Changes are kept for 90 days.',
  'listChanges.410': 'Changes after this number are no longer kept.',
  'listChanges.filter.limit':
    'The maximum number of changes; larger values are reduced to 1000. A page also ends at 8 MiB.',

  scrapeUserCollection:
    'Returns the collection if it is cached, otherwise the status of the scrape, which is started if' +
    ' necessary. A client may have at most 5 scrapes queued or running.',
  'scrapeUserCollection.200': 'The cached collection.',
  'scrapeUserCollection.202': 'A scrape is in progress.',
  'scrapeUserCollection.429': 'The client has too many scrapes in progress.',

  getUserCollection: 'Collections are cached for 7 days.',
  'getUserCollection.404, listCustomEntries.404': 'The collection is not cached (yet).',

  listCustomEntries: 'Entries that the collector described instead of choosing a kit of the archive.',

  getEntryImage:
    'Fetched from the archive, which may take a while. At most five requests of a client wait at a time.',
  'getEntryImage.503': 'Five requests of this client are already waiting, or the database is unavailable.',

  'getScrapeProgress.200': 'The latest scrape of this collector.',

  'ChangePage.next': 'The `after` of the next page.',

  'Change.into': 'For `merge`: the id of the record that replaces it.',
  'Change.record': 'For `upsert`: the current state of the record; absent if it has been deleted since.',

  'ChangesGone.bulk_data': 'The URL of the bulk data to start over from.',

  'CollectionEntry.kit_id': "The kit's id in the archive.",

  'ScrapeProgress.error': 'A human-readable message that says why the scrape failed.',
} as const;
