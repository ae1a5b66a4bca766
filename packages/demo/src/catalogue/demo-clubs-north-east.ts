import type { LeagueClubs } from './demo-club-rows.ts';

/** The clubs of Scandinavia, of Europe's east and of its south-east. */
// prettier-ignore
export const NORTH_EASTERN_CLUBS: readonly LeagueClubs[] = [
  { league: 'Superligaen', clubs: [
    ['Brøndby IF', 2, ['Plain', 'Yellow', 'Blue'], ['Plain', 'Blue', 'Yellow'], { 1993: 'Hummel', 2000: 'adidas', 2004: 'Kappa', 2010: 'adidas', 2016: 'Hummel' }],
    ['FC København', 2, ['Plain', 'White', 'Blue'], ['Plain', 'Blue', 'White'], { 1995: 'adidas', 1999: 'Nike', 2003: 'Kappa', 2012: 'adidas' }],
  ] },
  { league: 'Allsvenskan', clubs: [
    ['Malmö FF', 2, ['Plain', 'Sky blue', 'White'], ['Stripes', 'Red', 'White'], { 1992: 'adidas', 1999: 'Kappa', 2002: 'Puma' }, { down: [[2000, 2000]] }],
    ['IFK Göteborg', 3, ['Stripes', 'Blue', 'White'], ['Plain', 'Red', 'White'], { 1994: 'adidas', 2004: 'Kappa', 2010: 'adidas', 2016: 'Kappa', 2019: 'Craft' }],
    ['Djurgårdens IF', 3, ['Stripes', 'Sky blue', 'Navy'], ['Plain', 'Red', 'Navy'], { 2002: 'adidas', 2024: 'Hummel' }],
  ] },
  { league: 'Eliteserien', clubs: [
    ['Rosenborg BK', 2, ['Plain', 'White', 'Black'], ['Plain', 'Black', 'White'], { 1995: 'adidas', 2003: 'Nike', 2008: 'adidas' }],
    ['FK Bodø/Glimt', 3, ['Plain', 'Yellow', 'Black'], ['Plain', 'White', 'Yellow'], { 2006: 'Umbro', 2010: 'Diadora', 2020: 'Puma' }],
  ] },
  { league: 'Ekstraklasa', clubs: [
    ['Śląsk Wrocław', 3, ['Plain', 'Green', 'White', 'Red'], ['Plain', 'Red', 'White'], { 2008: 'Lotto', 2011: 'Puma', 2015: 'adidas', 2023: 'Umbro' }, { down: [[2025, 2025]] }],
    ['Legia Warszawa', 2, ['Plain', 'White', 'Green', 'Red'], ['Plain', 'Green', 'White'], { 1998: 'Kelme', 2001: 'adidas' }],
  ] },
  { league: 'Czech First League', clubs: [
    ['Slavia Praha', 2, ['Half-and-half', 'Red', 'White'], ['Half-and-half', 'Black', 'Gray'], { 1996: 'Umbro', 2014: 'Umbro', 2019: 'Puma', 2023: 'Castore' }],
    ['Sparta Praha', 2, ['Plain', 'Claret', 'White'], ['Plain', 'Yellow', 'Navy'], { 1995: 'adidas', 2000: 'Nike', 2020: 'adidas' }],
  ] },
  { league: 'Nemzeti Bajnokság I', clubs: [
    ['Ferencvárosi TC', 2, ['Stripes', 'Green', 'White'], ['Plain', 'Black', 'Green'], { 1995: 'adidas', 2001: 'Puma', 2005: 'adidas', 2008: 'Nike', 2019: 'Nike', 2022: 'Macron' }],
  ] },
  { league: 'Serbian SuperLiga', clubs: [
    ['Crvena zvezda', 2, ['Stripes', 'Red', 'White'], ['Plain', 'White', 'Red'], { 1990: 'adidas', 1995: 'Diadora', 1997: 'Kappa', 2000: 'adidas', 2006: 'Nike', 2010: 'Legea', 2014: 'Puma', 2017: 'Macron', 2024: 'Kelme' }],
    ['FK Partizan', 3, ['Stripes', 'Black', 'White'], ['Plain', 'White', 'Black'], { 1999: 'adidas', 2001: 'Kappa', 2004: 'adidas', 2009: 'Nike', 2016: 'Under Armour', 2021: 'Nike', 2023: 'Macron' }],
  ] },
  { league: 'HNL', clubs: [
    ['GNK Dinamo Zagreb', 2, ['Plain', 'Blue', 'White'], ['Plain', 'White', 'Blue'], { 1997: 'adidas', 2000: 'Diadora', 2009: 'Puma', 2015: 'adidas' }],
    ['HNK Hajduk Split', 3, ['Plain', 'White', 'Blue', 'Red'], ['Stripes', 'Red', 'Blue'], { 2002: 'Diadora', 2004: 'Umbro', 2013: 'Macron', 2023: 'adidas' }],
  ] },
  { league: 'Ukrainian Premier League', clubs: [
    ['Shakhtar Donetsk', 2, ['Stripes', 'Orange', 'Black'], ['Plain', 'Black', 'Orange'], { 2003: 'Nike', 2019: 'Nike', 2021: 'Puma' }],
  ] },
  { league: 'Süper Lig', clubs: [
    ['Galatasaray', 1, ['Half-and-half', 'Claret', 'Yellow'], ['Plain', 'Black', 'Claret'], { 1990: 'adidas', 2000: 'Umbro', 2001: 'Lotto', 2003: 'Umbro', 2005: 'adidas', 2011: 'Nike', 2024: 'Puma' }],
    ['Fenerbahçe', 1, ['Stripes', 'Navy', 'Yellow'], ['Plain', 'Yellow', 'Navy'], { 1990: 'adidas', 2000: 'adidas', 2020: 'Puma', 2025: 'adidas' }],
    ['Beşiktaş', 2, ['Stripes', 'Black', 'White'], ['Plain', 'Red', 'White'], { 1992: 'adidas', 1997: 'Reebok', 2001: 'Puma', 2004: 'Umbro', 2009: 'adidas' }],
  ] },
  { league: 'Super League Greece', clubs: [
    ['Olympiacos', 2, ['Stripes', 'Red', 'White'], ['Plain', 'Navy', 'Red'], { 1995: 'Umbro', 2000: 'Puma', 2005: 'Umbro', 2009: 'Puma', 2015: 'adidas' }],
    ['Panathinaikos', 3, ['Plain', 'Green', 'White'], ['Plain', 'White', 'Green'], { 1998: 'Puma', 2000: 'adidas', 2013: 'Puma', 2016: 'Nike', 2017: 'Puma', 2019: 'Kappa', 2023: 'adidas' }],
    ['AEK Athens', 3, ['Chest band', 'Yellow', 'Black'], ['Plain', 'Black', 'Yellow'], { 2000: 'Nike', 2006: 'adidas', 2010: 'Puma', 2015: 'Nike', 2018: 'Capelli', 2021: 'Nike' }],
  ] },
];
