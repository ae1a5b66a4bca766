import type * as z from 'zod';
import type { OutputOf } from '@kitroom/client';
import type { getReady, healthReport, pagination, serviceInfo } from '@kitroom/shared';
import type { brand, listedBrand } from './contracts/brands.ts';
import type {
  brandRecord,
  clubRecord,
  competitionRecord,
  kitRecord,
  kitTypeRecord,
  seasonRecord,
} from './contracts/change-records.ts';
import type {
  club,
  clubDetail,
  colouredTimeline,
  listedClub,
  randomClub,
  randomClubs,
  timelineSeason,
} from './contracts/clubs.ts';
import type { competition, listedCompetition } from './contracts/competitions.ts';
import type { colour, kitListItem } from './contracts/kit-list-items.ts';
import type {
  explainedKitSearch,
  kit,
  kitBulkItem,
  kitSearchItem,
  kitSeason,
  kitTeam,
  kitType,
  randomKit,
  randomKits,
} from './contracts/kits.ts';
import type { matches } from './contracts/matches.ts';
import type { bulkFile, change, changePage, changesGone } from './contracts/mirroring.ts';
import type { country, listedColour, listedDesign, listedKitType } from './contracts/reference.ts';
import type { season, seasonSearchItem } from './contracts/seasons.ts';
import type {
  cachedCollection,
  collectionEntry,
  collectionPage,
  collectionUser,
  customEntry,
  customEntryPage,
  missingCollection,
  scrapeProgress,
  startedScrape,
} from './contracts/user-collections.ts';

// The types of those schemas of the OpenAPI document that are not declared next to their contracts. A test
// finds missing types. The type of the schema `Error` is `ErrorBody`.

export type Brand = z.output<typeof brand>;
export type BrandRecord = z.output<typeof brandRecord>;
export type BulkFile = z.output<typeof bulkFile>;
export type CachedCollection = z.output<typeof cachedCollection>;
export type Change = z.output<typeof change>;
export type ChangePage = z.output<typeof changePage>;
export type ChangesGone = z.output<typeof changesGone>;
export type Club = z.output<typeof club>;
export type ClubDetail = z.output<typeof clubDetail>;
export type ClubRecord = z.output<typeof clubRecord>;
export type CollectionEntry = z.output<typeof collectionEntry>;
export type CollectionPage = z.output<typeof collectionPage>;
export type CollectionUser = z.output<typeof collectionUser>;
export type Colour = z.output<typeof colour>;
export type ColouredTimeline = z.output<typeof colouredTimeline>;
export type Competition = z.output<typeof competition>;
export type CompetitionRecord = z.output<typeof competitionRecord>;
export type CountedColour = DecadeColours['colors'][number];
export type Country = z.output<typeof country>;
export type CustomEntry = z.output<typeof customEntry>;
export type CustomEntryPage = z.output<typeof customEntryPage>;
export type DecadeColours = ColouredTimeline['colors'][number];
export type ExplainedKitSearch = z.output<typeof explainedKitSearch>;
export type HealthReport = z.output<typeof healthReport>;
export type Kit = z.output<typeof kit>;
export type KitBulkItem = z.output<typeof kitBulkItem>;
export type KitListItem = z.output<typeof kitListItem>;
export type KitRecord = z.output<typeof kitRecord>;
export type KitSearchItem = z.output<typeof kitSearchItem>;
export type KitSeason = z.output<typeof kitSeason>;
export type KitTeam = z.output<typeof kitTeam>;
export type KitType = z.output<typeof kitType>;
export type KitTypeRecord = z.output<typeof kitTypeRecord>;
export type ListedBrand = z.output<typeof listedBrand>;
export type ListedClub = z.output<typeof listedClub>;
export type ListedColour = z.output<typeof listedColour>;
export type ListedCompetition = z.output<typeof listedCompetition>;
export type ListedDesign = z.output<typeof listedDesign>;
export type ListedKitType = z.output<typeof listedKitType>;
export type Matches = z.output<typeof matches>;
export type MissingCollection = z.output<typeof missingCollection>;
export type Pagination = z.output<typeof pagination>;
export type RandomClub = z.output<typeof randomClub>;
export type RandomClubs = z.output<typeof randomClubs>;
export type RandomKit = z.output<typeof randomKit>;
export type RandomKits = z.output<typeof randomKits>;
export type ReadyReport = OutputOf<typeof getReady>;
export type ScrapeProgress = z.output<typeof scrapeProgress>;
export type Season = z.output<typeof season>;
export type SeasonRecord = z.output<typeof seasonRecord>;
export type SeasonSearchItem = z.output<typeof seasonSearchItem>;
export type ServiceInfo = z.output<typeof serviceInfo>;
export type StartedScrape = z.output<typeof startedScrape>;
export type TimelineSeason = z.output<typeof timelineSeason>;
