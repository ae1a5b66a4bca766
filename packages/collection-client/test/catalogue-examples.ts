/** Records as the catalogue returns them. */

/** A club, a season, a brand and a competition of the catalogue. */
export const club = {
  id: 7,
  name: 'Málaga CF',
  slug: 'malaga-cf',
  logo: 'https://kits.example/m.svg',
  logo_dark: null,
  country: 'ES',
};
export const season = { id: 4, year: '2003-04' };
export const years = { first_year: '2003', second_year: '2004' };
export const brand = {
  id: 2,
  name: 'Adidas',
  slug: 'adidas',
  logo: 'https://kits.example/a.svg',
  logo_dark: null,
};
export const competition = { ...brand, id: 5, name: 'La Liga', slug: 'la-liga', country: 'ES' };

/** A kit of the catalogue: in a list, and in full. */
export const listedKit = {
  id: 9,
  name: 'Málaga 2003-04 Home Kit',
  main_img_url: 'https://kits.example/9.jpg',
};
export const kit = {
  ...listedKit,
  slug: 'malaga-2003-04-home-kit',
  team: { ...club, id_archive: 12 },
  season: { ...season, ...years },
  competition: [competition],
  type: {
    id: 1,
    name: 'Home',
    category: 'match',
    category_order: 1,
    order_priority: 1,
    is_goalkeeper: false,
  },
  brand,
  design: 'Stripes',
  primary_color: { name: 'Sky blue', color: '#87CEEB' },
  secondary_color: [{ name: 'White', color: '#FFFFFF' }],
  rating: 4.25,
};
