import { FACET_VALUES_MAX } from '../contracts/facets.ts';
import { BULK_IDS_MAX } from '../contracts/kits.ts';

/** Descriptions of lists, facets, suggestions and matches. */
export const LIST_TEXTS = {
  'tags.Clubs': 'Clubs and their kits.',
  'tags.Kits': 'Kits by filters, by keyword, by slug, or in random order.',
  'tags.Seasons': 'Seasons, by year or by club.',
  'tags.Brands': 'Kit manufacturers.',
  'tags.Competitions': 'Leagues, cups and tournaments.',
  'tags.Reference': 'Values of filters.',
  'tags.Suggestions': 'Suggestions while the user types.',
  'tags.Matches': 'The records that texts refer to, for imports.',

  ListedClub: 'A club of a list, with the number of its kits.',
  ClubDetail: 'A club with its drawn crest and aliases.',
  ListedBrand: 'A brand of a list, with the number of its kits.',
  ListedCompetition: 'A competition of a list, with the number of its kits.',
  ListedKitType: 'A kit type, with the number of its kits.',
  ListedColour: 'A colour, with the number of kits that have it as primary colour.',
  ListedDesign: 'A design, with the number of its kits.',
  Country: 'A country with clubs.',
  'Country.name': 'The English name.',
  club_count: 'The number of clubs.',
  'kit_count, CountedColour.count': 'The number of kits.',

  ExpandedKit: 'A kit of a list, with its details.',
  team: 'The club that wore the kit.',
  season: 'The season of the kit.',
  type: 'The type of kit.',
  'type.name': 'Such as `Home`, `Away`, `Third` or `GK Home`.',
  brand: 'The manufacturer.',
  TimelineSeason: 'A season of a club, with all its kits.',
  'TimelineSeason.season': 'The season.',
  'TimelineSeason.kits': 'In the order of kit types: home, away, third, …',
  'interpretation.terms': 'The words, without case and accents.',
  'interpretation.season': 'The season, or null.',
  'interpretation.years': 'The year, or those of the season.',
  'interpretation.club': 'The club that terms name.',
  'interpretation.type': 'The kit type that terms name.',
  'ExplainedKitSearch.tier': 'How they were found, or null.',
  'ExplainedKitSearch.did_you_mean': 'The corrected keyword, or null.',
  DecadeColours: 'The colours of a club’s kits in one decade.',
  'DecadeColours.decade': 'Its first year, such as 1990.',
  'DecadeColours.colors': 'The primary colours of the kits, most frequent first.',
  'CountedColour.name': 'The name of the colour.',
  'ColouredTimeline.seasons': 'The page of seasons, newest first.',
  'ColouredTimeline.colors': 'All decades of the club’s kits, oldest first.',
  CountedColour: 'A colour, and how many kits have it.',
  ColouredTimeline: 'A page of a club’s timeline, and the colours of all its decades.',
  KitBulkItem: 'A kit of a bulk request, with what a card shows.',

  RandomClubs: 'A page of clubs in random order.',
  RandomClub: 'A club with a logo.',
  'RandomClubs.clubs, RandomKits.kits': 'In the current random order.',
  RandomKits: 'A page of kits in random order.',
  RandomKit: 'A kit with the names that a card shows.',
  'RandomKit.rating': '0 to 5, with up to two decimals; null if unrated.',
  type_name: 'The name of the kit type.',
  brand_name: 'The name of the manufacturer.',

  Pagination: 'The position of a page in its list.',
  pagination: 'The position of the page in its list.',
  current_page: 'The number of this page, from 1.',
  total_pages: 'The number of pages, at least 1.',
  total_count: 'The number of entries on all pages.',
  has_next: 'Whether there is a next page.',
  has_previous: 'Whether there is a previous page.',
  next_page: 'The number of the next page; null on the last page.',
  previous_page:
    'The number of the previous page, or of the last page if this one is past the end; null on the first page.',
  page_size: 'The page size; larger values are reduced to 100.',

  ExplainedKitSearch: 'The results of a search, with an interpretation of its keyword.',
  results: 'Up to ten kits, best first.',
  interpretation: 'What was recognised in the keyword.',

  KitFacets: 'The numbers of kits for each value of the requested fields.',
  facets: 'The values by field, most kits first; only requested fields.',
  'facets.primary_color': 'Main colours.',
  'facets.secondary_color': 'Secondary colours; a kit counts once for each.',
  'facets.design': 'Designs.',
  'facets.country': 'Countries of the clubs.',
  'facets.association': 'Football associations of the clubs.',
  'facets.decade': 'Decades, by their first year.',
  'facets.season': 'Seasons, by id.',
  'facets.brand': 'Manufacturers, by id.',
  'facets.competition': 'Competitions, by id; a kit counts once for each.',
  'facets.type': 'Kit types, by id.',
  'facets.category': 'Categories of the kit types.',
  'facets.club': 'Clubs, by id.',
  value: 'The value, as used in the filter.',
  label: 'The label to display.',
  count: 'The number of kits with this value that match all other filters.',

  Suggestion: 'A record that matches what has been typed so far.',
  'Suggestion.type, Change.type': 'The kind of record.',
  'Suggestion.label': 'The label to display: a name, or the year of a season.',
  'Suggestion.image': 'The URL of a logo, a crest or a picture; null for a season.',

  Matches: 'For each text, up to three matching records, best first.',
  'Matches.brands': 'One list for each text in `brands`, in their order.',
  'Matches.clubs': 'One list for each text in `clubs`, in their order.',
  'Matches.seasons': 'One list for each text in `seasons`, in their order.',
  'Matches.kits': 'One list for each text in `kits`, in their order.',
  'Matches.club_seasons': 'The kits of each pair in `club_seasons`, in their order; only with that list.',
  'matchTexts.set.club_seasons': 'Clubs in seasons, whose kits are listed.',
  'club_seasons.club': 'The id of a club.',
  'club_seasons.season': 'The id of a season.',

  country: 'An ISO 3166-1 alpha-2 code, `XK`, or the code of a former country.',
  association: 'FIFA’s code of the football association, such as `SCO`.',
  aliases: 'Alternative names, which searches also match.',
  crest: 'The URL of the drawn crest.',
  score: '0 to 1; 1 if the text is a name, an alias or a slug of the record.',
  page: 'The page number, starting at 1.',
  decade: 'Seasons whose first year is in this decade: `1990`.',
  expand: 'Adds the team, season, type, brand, design, colours and rating to each kit.',
  'filter.country': 'The club’s country, as a two-letter code; case-insensitive.',
  'club, filter.id': "The club's id.",
  'filter.season': "The season's id.",
  'filter.keyword': 'Part of the name or of an alias, ignoring case and accents.',
  'listKits.filter.keyword, countKitFacets.filter.keyword':
    'Only kits that `GET /api/kits/search` finds by the phrase, by all terms, by their meaning or after correcting ' +
    'misspelt words, without its limit.',
  'filter.brand, filter.brand_id': "The brand's id.",
  'filter.competition': 'The id of a competition of the kit.',
  'filter.type': "The kit type's id.",
  'filter.ordering':
    'A leading minus reverses. Unrated kits come last either way; ties are sorted by id, descending.',
  'filter.secondary_color': 'The kit has all of these secondary colours; may be repeated.',
  'filter.primary_color': 'The kit has this main colour.',
  'filter.design': 'The kit has this design.',
  'filter.is_goalkeeper': 'Only goalkeeper kits, or only others.',
  'filter.year': 'Seasons that start or end in this year.',
  'filter.first_year': 'Seasons that start in this year.',
  'filter.second_year': 'Seasons that end in this year; combine with `first_year` to select one season.',
  'filter.colors': 'Returns an object with the colours of all decades, instead of the array.',
  'filter.explain': 'Returns an object that says how the keyword was understood, instead of the array.',
  'filter.slugs': 'Slugs or URLs, separated by commas; required unless `kits` or `ids` is sent.',
  'filter.ids': 'The kits’ ids, separated by commas, in place of slugs.',
  'filter.kits': 'An alias of `slugs`, used when that is absent.',
  'filter.fields': 'The fields to count, separated by commas; default: all.',
  'filter.competition_id': "The competition's id.",
  'filter.q, searchClubs.filter.keyword, searchKits.filter.keyword, searchBrands.filter.keyword, searchCompetitions.filter.keyword':
    'The search term.',
  'filter.types': 'The kinds of records, separated by commas; default: all.',
  'set.brands': 'Names or slugs of brands.',
  'set.clubs': 'Names, aliases or slugs of clubs.',
  'set.seasons': 'Seasons, such as `2024-25` or `2024`.',
  'set.kits': 'Slugs, archive URLs or archive ids of kits, or names with a year.',

  'listClubs, listBrands, listCompetitions':
    'Sorted by name unless `ordering` is given. Paginated with `Link` and `X-Total-Count`.',
  'listClubs.filter.ordering, listBrands.filter.ordering, listCompetitions.filter.ordering':
    'By name, ignoring case and accents (the default), or by the number of kits, most first.',

  'searchClubs, searchBrands, searchCompetitions':
    'Ignores case, accents and punctuation. Matches names, aliases and slugs; a word may be incomplete or have one ' +
    'typo. Similar names match only if no others do. Returns the ten best matches, ordered by id.',

  listClubKits:
    'Newest season first, then by kit type, unless `ordering` is given. Paginated with `Link` and `X-Total-' +
    'Count`.',

  listClubTimeline:
    'A page is ten seasons, newest first; the kits of a season are sorted by kit type. `Link` and `X-Total-' +
    'Count` are about seasons.',
  'listClubTimeline.200': 'A page of seasons; with `colors=true`, in an object.',
  'listClubTimeline.filter.page_size': 'The page size; larger values are reduced to 50.',

  getClubCrest:
    'Drawn from the club’s initials and the colours of its newest home kit. Requires no API key and is not ' +
    'rate-limited. At the URL in `crest` of lists, the response is immutable.',
  'getClubCrest.filter.v': 'A hash of the crest’s appearance, as in `crest`.',

  listRandomClubs:
    'The order is the same for all clients and changes every 30 minutes. Includes only clubs with a logo.',

  listKits:
    'Filters are combined with AND. Sorted by id, descending, or with a `keyword` like the search, with the kits of second, ' +
    'youth and women’s teams last, unless `ordering` is given. Paginated with `Link` and `X-Total-Count`.',

  searchKits:
    'A year (`malaga 2003`) or season (`malaga 2003-04`) in the keyword restricts the seasons. The rest ' +
    'ignores case and accents: the whole phrase, else all terms, else what they mean, else any term, else ' +
    'similar words. First teams rank first.',
  'searchKits.200': 'Up to ten kits; with `explain=true`, along with how they were found.',

  listKitsInBulk:
    `Takes 2 to 30 slugs or archive URLs, or 1 to ${BULK_IDS_MAX} ids. The kits are in the order of the request; unknown ones ` +
    'are skipped.',
  'listKitsInBulk.filter.expand':
    'Adds the fields of lists with `expand=true` to each kit, also to its `team`, `season` and `brand`.',

  getKitPicture:
    'Drawn from the kit’s design and colours. Requires no API key and is not rate-limited. At the URL in ' +
    '`main_img_url`, the response is immutable.',
  'getKitPicture.filter.v': 'A hash of the kit’s appearance, as in `main_img_url`.',

  getKitPicturePng:
    'The same drawing as `picture.svg`, square, with a transparent background, for apps, e-mails and previews that ' +
    'cannot show SVG. Requires no API key and is not rate-limited. With the current `v`, the response is immutable. ' +
    '503 if too many pictures are waiting to be rendered.',
  'getKitPicturePng.filter.v': 'A hash of the kit’s appearance, as in `main_img_url`.',
  'getKitPicturePng.filter.size': 'The width and height in pixels.',

  listRandomKits: 'The order is the same for all clients and changes every 30 minutes.',

  countKitFacets:
    `Takes the filters of \`GET /api/kits\`. Lists the ${FACET_VALUES_MAX} most frequent values of each field; ` +
    'a `value` is what the filter of that field takes. A field is counted without its own ' +
    'filter, so that its other values can be offered.',

  listClubSeasons: 'Seasons in which the club has kits, newest first.',

  searchSeasons:
    '`2025-`: seasons that start in 2025. `2020-21`: that season. `2025`: that year, or seasons that start or' +
    ' end in it. `97`: years that end with these digits.',
  'searchSeasons.filter.keyword':
    'A year or its last digits, a season, or the first year of seasons and a dash.',

  listCountries: 'The countries of clubs, by name.',

  listKitTypes: 'In the order in which kits are listed.',

  listColours: '`kit_count` is the number of kits with this primary colour.',

  suggestRecords:
    'One list over all kinds, best first; of equally good ones, those with more kits. Ignores case and ' +
    'accents, and tolerates typos. Has a separate rate limit.',
  'suggestRecords.filter.limit': 'The maximum number of suggestions; larger values are reduced to 50.',

  matchTexts:
    'For each text, up to three records, best first, with a score: brands and clubs by name, alias or slug; ' +
    'seasons by year; kits by slug, URL or archive id, else by name and year. At most 100 entries per list. ' +
    '`club_seasons` lists the kits of clubs in seasons.',

  ListedKit: 'Only `id`, `name` and `main_img_url`, unless `expand=true`.',

  'RandomKit.colors': 'Primary and secondary names, joined by ` / `',

  'KitFacets.total': 'How many kits match all filters.',

  'Country.code': 'The two-letter ISO 3166-1 code.',

  'Suggestion.detail': 'The country, or the club and season of a kit.',
  'Suggestion.url': 'The URL of the record in this API.',
  'Suggestion.matched':
    'The ranges of `label` that match, in UTF-16 units, ends exclusive; empty if an alias does.',
} as const;
