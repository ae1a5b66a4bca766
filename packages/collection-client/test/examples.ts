/** Responses of the service. */

/** A user. */
export const ada = { username: 'ada', name: 'Ada', url: 'https://kits.example/api/users/ada/' };

/** Who is signed in. */
export const session = {
  is_authenticated: true,
  user: { id: 5, username: 'ada', name: 'Ada', url: ada.url, avatar: null, is_staff: false },
};

/** The sessions of somebody, and the API token. */
export const ownSessions = {
  sessions: [
    {
      id: '0b6f5a3e-6f0d-4c8e-9a57-1d2c3b4a5e6f',
      created_at: '2026-11-20T10:00:00.000Z',
      last_used_at: '2026-11-22T10:00:00.000Z',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      address: '198.51.100.7',
      is_current: true,
    },
  ],
  token: { created_at: '2026-11-20T10:00:00.000Z', last_used_at: null },
};

const tokenFields = {
  name: 'My app',
  scope: 'read' as const,
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: null,
  expires_at: '2027-11-20T10:00:00.000Z',
};

export const appToken = { id: 7, ...tokenFields };
export const currentToken = tokenFields;

/** A profile. */
export const profile = {
  ...session.user,
  email: 'ada@example.org',
  is_email_verified: true,
  pending_email: null,
  biography: '',
  location: '',
  is_private: false,
  has_password: true,
  mfa_enabled: false,
  created_at: '2026-11-20T10:00:00.000Z',
};

/** A photo. */
export const photo = {
  id: 31,
  content_type: 1,
  object_id: 12,
  image: 'https://kits.example/media/a.jpg',
  image_avif: null,
  image_card: null,
  thumbnail: null,
  caption: 'Front',
  order: 0,
  width: 800,
  height: 600,
  uploaded_at: '2026-11-20T10:00:00.000Z',
  user: 5,
};

const labels = {
  brand: 'Adidas',
  club: 'Málaga CF',
  club_logo: null,
  season: '2003-04',
  kit: null,
  kit_image: 'https://kits.example/9.jpg',
  main_color: { name: 'Sky blue', color: '#87CEEB' },
  size: 'L',
};

/** An item of a list. */
export const shirt = {
  item_type: 'jersey',
  id: 12,
  name: 'Málaga home',
  user: 5,
  brand: 2,
  club: 7,
  season: 4,
  brand_text: '',
  club_text: '',
  season_text: '',
  condition: 9,
  detailed_condition: 'EXCELLENT',
  description: '',
  is_replica: false,
  is_private: false,
  is_draft: false,
  design: 'STRIPES',
  main_color: 7,
  secondary_colors: [1],
  country: 'ES',
  tags: ['home'],
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  kit: 9,
  size: 4,
  size_text: '',
  is_fan_version: true,
  is_signed: false,
  has_nameset: false,
  player_name: '',
  number: null,
  is_short_sleeve: true,
  labels,
};

/** The same item with its photos. */
export const shirtInFull = { ...shirt, photos: [photo] };

export const listedItem = {
  id: 12,
  item_type: 'jersey',
  name: 'Málaga home',
  brand: { id: 2, name: 'Adidas' },
  club: { id: 7, name: 'Málaga CF', logo: null },
  season: { id: 4, year: '2003-04' },
  kit: 9,
  size: 4,
  main_color: 7,
  design: 'STRIPES',
  labels,
  main_photo: null,
  main_photo_thumbnail: null,
  main_photo_card: null,
  condition: 9,
  is_private: false,
  created_at: '2026-11-20T10:00:00.000Z',
};

/** A page of items. */
export const itemPage = { count: 1, next: null, previous: null, results: [listedItem] };

/** A page of collections. */
export const collectionPage = {
  count: 1,
  next: null,
  previous: null,
  results: [
    {
      user_id: 5,
      username: 'ada',
      name: 'Ada',
      avatar: null,
      item_count: 1,
      latest_photo: null,
      updated_at: '2026-11-20T10:00:00.000Z',
    },
  ],
};

/** A collection. */
export const adasCollection = {
  user: {
    id: 5,
    username: 'ada',
    name: 'Ada',
    avatar: null,
    biography: '',
    location: '',
    is_private: false,
    created_at: '2026-11-20T10:00:00.000Z',
  },
  statistics: {
    total_items: 1,
    by_type: [{ id: 'jersey', name: 'Jersey', count: 1 }],
    by_club: [{ id: 7, name: 'Málaga CF', count: 1 }],
    by_brand: [],
    by_season: [],
    by_condition: [{ id: 9, name: '9', count: 1 }],
    by_country: [{ id: 'ES', name: 'Spain', count: 1 }],
    by_color: [{ id: 7, name: 'Sky blue', count: 1 }],
    by_design: [{ id: 'STRIPES', name: 'Stripes', count: 1 }],
    by_decade: [{ id: 2000, name: '2000s', count: 1 }],
    by_month: Array.from({ length: 24 }, () => ({ id: '2026-11', name: 'November 2026', count: 1 })),
    average_condition: 9,
    replicas: 0,
    signed: 0,
    with_photos: 1,
    drafts: 0,
  },
};

/** The value of a collection. */
export const adasValue = {
  totals: [
    { currency: 'EUR', price: '85.00', priced_items: 1, estimated_value: '120.00', estimated_items: 1 },
  ],
  series: [{ month: '2026-11', currency: 'EUR', price: '85.00', estimated_value: '120.00' }],
};

/** The numbers of items by two fields. */
export const facets = {
  total: 3,
  facets: {
    club: [
      { value: 7, label: 'Málaga CF', count: 2 },
      { value: null, label: 'SV Dörpen', count: 1 },
    ],
    location: [{ value: 'Attic', label: 'Attic', count: 3 }],
  },
};

/** An export that waits for a worker. */
export const waitingExport = {
  id: 3,
  status: 'waiting',
  progress: { done: 0, total: 0 },
  created_at: '2026-11-20T10:00:00.000Z',
  finished_at: null,
  error: null,
  expires_at: null,
  bytes: null,
  file: null,
};

/** The limits. */
export const limits = {
  requests: {
    anonymous: { limit: 20, seconds: 3600 },
    user: { limit: 100, seconds: 3600 },
    archive: { limit: 100, seconds: 3600 },
    shared: { limit: 300, seconds: 3600 },
    login: { limit: 5, seconds: 300 },
  },
  photos: {
    max_bytes: 20_971_520,
    max_pixels: 64_000_000,
    max_per_item: 30,
    formats: ['JPEG'],
    caption_max_length: 1000,
    unattached_hours: 24,
    max_uploads_at_once: 60,
    thumbnail: { width: 100, height: 100 },
    card: { width: 480, height: 640 },
    avif_max_pixels: 2048,
  },
  items: {
    name_max_length: 200,
    description_max_length: 10_000,
    player_name_max_length: 100,
    notes_max_length: 10_000,
    location_max_length: 200,
    acquired_from_max_length: 200,
    brand_text_max_length: 120,
    club_text_max_length: 120,
    season_text_max_length: 120,
    size_text_max_length: 40,
    number_max: 999,
    tags_max: 20,
    tag_max_length: 40,
    condition: { min: 1, max: 10 },
  },
  imports: {
    table_max_bytes: 52_428_800,
    zip_max_bytes: 5_368_709_120,
    max_rows: 100_000,
    max_in_review: 5,
  },
  shares: { title_max_length: 200, password_min_length: 8, password_max_length: 128 },
  pages: { default: 20, max: 100 },
  body_max_bytes: 1_048_576,
  keyword_max_length: 200,
  username_max_length: 150,
  password_min_length: 8,
};

/** What a service tells about itself. */
export const service = {
  name: 'Kitroom collection',
  version: '1.0.0',
  links: { health: 'https://shirts.example/api/health' },
};

/** A healthy service. */
export const health = {
  status: 'healthy',
  timestamp: '2026-11-20T10:00:00.000Z',
  database: 'connected',
  cache: 'connected',
  storage: 'connected',
  catalogue: 'connected',
  mail: 'connected',
};
