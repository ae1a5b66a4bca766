import type * as z from 'zod';
import type { OutputOf } from '@kitroom/client';
import type { getReady, serviceInfo } from '@kitroom/shared';
import type { detail, getCsrfToken, mfaRequired, session } from './contracts/accounts.ts';
import type { filterOption } from './contracts/archive-filters.ts';
import type { collectionFacets } from './contracts/collection-facets.ts';
import type {
  collection,
  collectionItem,
  collectionOwner,
  collectionStatistics,
  collectionSummary,
  collectionValue,
  listCollections,
  listMyCollectionItems,
  ownedKits,
} from './contracts/collections.ts';
import type { batchErrors, confirmationRequired, passwordRequired } from './contracts/errors.ts';
import type { ExportSummary } from './contracts/exports.ts';
import type { importSummary } from './contracts/import-shapes.ts';
import type { createImport, listImportRows } from './contracts/imports.ts';
import type { ExportedItem } from './contracts/interchange.ts';
import type { batchResult } from './contracts/item-batch.ts';
import type { itemChangePage } from './contracts/item-changes.ts';
import type { Item, ItemDetail, NewItem } from './contracts/items.ts';
import type { contentType, itemDesign, serviceLimits } from './contracts/reference.ts';
import type { recoveryCodes, totpSetup } from './contracts/second-factor.ts';
import type { confirmSession, ownSession, ownSessions } from './contracts/sessions.ts';
import type { createdShare, shared } from './contracts/shares.ts';
import type { socialError, socialProvider } from './contracts/social.ts';
import type { collectionHealthReport } from './contracts/system.ts';
import type { createdAppToken, currentToken, token } from './contracts/tokens.ts';
import type { user } from './contracts/users.ts';

// The types of the schemas of the OpenAPI document that are not declared next to their contracts. A test
// finds missing ones. The schema `Error` is the type `ErrorBody`.

export type {
  Brand,
  Club,
  Colour,
  Competition,
  ErrorBody,
  Kit,
  KitListItem,
  KitSearchItem,
  KitSeason,
  KitTeam,
  KitType,
  Season,
  SeasonSearchItem,
} from '@kitroom/catalogue-client';

export type BatchErrors = z.output<typeof batchErrors>;
export type BatchResult = z.output<typeof batchResult>;
export type Collection = z.output<typeof collection>;
export type CollectionFacets = z.output<typeof collectionFacets>;
export type CollectionItem = z.output<typeof collectionItem>;
export type CollectionOwner = z.output<typeof collectionOwner>;
export type CollectionPage = OutputOf<typeof listCollections>;
export type CollectionStatistics = z.output<typeof collectionStatistics>;
export type CollectionSummary = z.output<typeof collectionSummary>;
export type CollectionValue = z.output<typeof collectionValue>;
export type Confirmed = OutputOf<typeof confirmSession>;
export type ConfirmationRequired = z.output<typeof confirmationRequired>;
export type ContentType = z.output<typeof contentType>;
export type CountOfName = CollectionStatistics['by_country'][number];
export type CountOfNumber = CollectionStatistics['by_condition'][number];
export type CountOfRecord = CollectionStatistics['by_club'][number];
export type CountOfType = CollectionStatistics['by_type'][number];
export type CreatedShare = z.output<typeof createdShare>;
export type CreatedAppToken = z.output<typeof createdAppToken>;
export type CsrfToken = OutputOf<typeof getCsrfToken>;
export type CurrentToken = z.output<typeof currentToken>;
export type Design = z.output<typeof itemDesign>;
export type Detail = z.output<typeof detail>;
export type Export = ExportSummary;
export type ExportProgress = Export['progress'];
export type ExportedColour = NonNullable<ExportedItem['main_color']>;
export type FilterOption = z.output<typeof filterOption>;
export type HealthReport = z.output<typeof collectionHealthReport>;
export type ImportCounts = ImportSummary['counts'];
export type ImportRowPage = OutputOf<typeof listImportRows>;
export type ImportSummary = z.output<typeof importSummary>;
// `keyof` a union has the fields that all types have in common.
export type ItemBase = Omit<Item | ItemDetail, 'item_type'>;
export type NewItemBase = Omit<NewItem, 'item_type'>;
export type ItemChangePage = z.output<typeof itemChangePage>;
export type ItemPage = OutputOf<typeof listMyCollectionItems>;
export type Jersey = Extract<Item, { item_type: 'jersey' }>;
export type Shorts = Extract<Item, { item_type: 'shorts' }>;
export type Outerwear = Extract<Item, { item_type: 'outerwear' }>;
export type Tracksuit = Extract<Item, { item_type: 'tracksuit' }>;
export type Pants = Extract<Item, { item_type: 'pants' }>;
export type OtherItem = Extract<Item, { item_type: 'other' }>;
export type ItemWithPhotos = ItemDetail;
export type JerseyWithPhotos = Extract<ItemDetail, { item_type: 'jersey' }>;
export type ShortsWithPhotos = Extract<ItemDetail, { item_type: 'shorts' }>;
export type OuterwearWithPhotos = Extract<ItemDetail, { item_type: 'outerwear' }>;
export type TracksuitWithPhotos = Extract<ItemDetail, { item_type: 'tracksuit' }>;
export type PantsWithPhotos = Extract<ItemDetail, { item_type: 'pants' }>;
export type OtherItemWithPhotos = Extract<ItemDetail, { item_type: 'other' }>;
export type Limits = z.output<typeof serviceLimits>;
export type MfaRequired = z.output<typeof mfaRequired>;
export type OwnSession = z.output<typeof ownSession>;
export type OwnSessions = z.output<typeof ownSessions>;
export type OwnedKit = OwnedKits['kits'][number];
export type OwnedKits = z.output<typeof ownedKits>;
export type PasswordRequired = z.output<typeof passwordRequired>;
export type ReadyReport = OutputOf<typeof getReady>;
export type RecoveryCodes = z.output<typeof recoveryCodes>;
export type RequestLimit = Limits['requests']['user'];
export type ServiceInfo = z.output<typeof serviceInfo>;
export type Session = z.output<typeof session>;
export type Shared = z.output<typeof shared>;
export type SocialError = z.output<typeof socialError>;
export type SocialProvider = z.output<typeof socialProvider>;
export type StartedImport = OutputOf<typeof createImport>;
export type Token = z.output<typeof token>;
export type TotpSetup = z.output<typeof totpSetup>;
export type User = z.output<typeof user>;
export type ValueOfMonth = CollectionValue['series'][number];
export type ValueTotal = CollectionValue['totals'][number];
