/** A club as the catalogue returns it. */
export const BAYERN = {
  id: 7,
  name: 'Bayern München',
  slug: 'bayern-munchen',
  logo: 'https://kits.example/bayern.svg',
  logo_dark: null,
  country: 'DE',
};
