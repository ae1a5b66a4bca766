import type { LeagueClubs } from './demo-club-rows.ts';

/** The clubs of the Americas, Asia, Africa and Australia. */
// prettier-ignore
export const OVERSEAS_CLUBS: readonly LeagueClubs[] = [
  { league: 'Brasileirão', clubs: [
    ['São Paulo', 1, ['Chest band', 'White', 'Red', 'Black'], ['Stripes', 'Red', 'White', 'Black'], { 1990: 'adidas', 1991: 'Penalty', 1996: 'adidas', 1999: 'Penalty', 2003: 'Topper', 2006: 'Reebok', 2013: 'Penalty', 2015: 'Under Armour', 2018: 'adidas', 2024: 'New Balance' }],
    ['Grêmio', 2, ['Stripes', 'Sky blue', 'Black', 'White'], ['Plain', 'White', 'Sky blue'], { 1991: 'Penalty', 2000: 'Kappa', 2005: 'Puma', 2011: 'Topper', 2015: 'Umbro' }, { down: [[1992, 1992], [2005, 2005], [2022, 2022]] }],
    ['Flamengo', 1, ['Hoops', 'Red', 'Black'], ['Plain', 'White', 'Red', 'Black'], { 1990: 'adidas', 1992: 'Umbro', 2000: 'Nike', 2009: 'Olympikus', 2013: 'adidas' }],
    ['Corinthians', 1, ['Plain', 'White', 'Black'], ['Stripes', 'Black', 'White'], { 1990: 'Finta', 1995: 'Penalty', 1999: 'Topper', 2003: 'Nike' }, { down: [[2008, 2008]] }],
    ['Vasco da Gama', 2, ['Sash', 'White', 'Black'], ['Sash', 'Black', 'White'], { 1996: 'Kappa', 2001: 'Umbro', 2006: 'Reebok', 2009: 'Penalty', 2014: 'Umbro', 2018: 'Diadora', 2020: 'Kappa' }, { down: [[2009, 2009], [2014, 2014], [2016, 2016], [2021, 2022]] }],
    ['Atlético Mineiro', 2, ['Stripes', 'Black', 'White'], ['Plain', 'White', 'Black'], { 2000: 'Umbro', 2004: 'Lotto', 2010: 'Topper', 2014: 'Puma', 2017: 'Topper', 2019: 'Le Coq Sportif', 2022: 'adidas' }, { down: [[2006, 2006]] }],
  ] },
  { league: 'Liga Profesional Argentina', clubs: [
    ['Boca Juniors', 1, ['Chest band', 'Blue', 'Yellow'], ['Plain', 'Yellow', 'Blue'], { 1990: 'adidas', 1993: 'Olan', 1996: 'Nike', 2019: 'adidas' }],
    ['River Plate', 1, ['Sash', 'White', 'Red'], ['Plain', 'Red', 'Black'], { 1990: 'adidas' }],
    ['Vélez Sarsfield', 3, ['Chevron', 'White', 'Blue'], ['Chevron', 'Blue', 'White'], { 1999: 'Umbro', 2005: 'Penalty', 2008: 'Topper', 2015: 'Umbro', 2018: 'Kappa', 2024: 'Diadora' }],
  ] },
  { league: 'Primera División Uruguaya', clubs: [
    ['Peñarol', 2, ['Stripes', 'Yellow', 'Black'], ['Plain', 'Gray', 'Yellow'], { 1995: 'Topper', 2001: 'Umbro', 2006: 'Puma' }],
    ['Club Nacional', 3, ['Plain', 'White', 'Blue', 'Red'], ['Plain', 'Red', 'White'], { 2000: 'Topper', 2005: 'Umbro' }],
  ] },
  { league: 'Primera División de Chile', clubs: [
    ['Colo-Colo', 2, ['Plain', 'White', 'Black'], ['Plain', 'Black', 'White'], { 1991: 'adidas', 1995: 'Nike', 2001: 'Puma', 2006: 'Umbro', 2014: 'Under Armour', 2018: 'Umbro', 2020: 'adidas' }],
  ] },
  { league: 'Categoría Primera A', clubs: [
    ['Atlético Nacional', 3, ['Stripes', 'Green', 'White'], ['Plain', 'Black', 'Green'], { 2001: 'Topper', 2004: 'Marathon', 2012: 'Nike' }],
  ] },
  { league: 'Liga 1 Perú', clubs: [
    ['Universitario', 2, ['Plain', 'Off-white', 'Claret'], ['Plain', 'Claret', 'Off-white'], { 1998: 'Umbro', 2008: 'Umbro', 2017: 'Umbro', 2018: 'Marathon' }],
    ['Alianza Lima', 3, ['Stripes', 'Navy', 'White'], ['Plain', 'Purple', 'White'], { 2001: 'Walon', 2011: 'Nike' }],
  ] },
  { league: 'Liga MX', clubs: [
    ['Club América', 1, ['Chevron', 'Yellow', 'Navy'], ['Plain', 'Navy', 'Yellow'], { 1994: 'adidas', 2000: 'Nike' }],
    ['CD Guadalajara', 2, ['Stripes', 'Red', 'White', 'Navy'], ['Plain', 'White', 'Red'], { 1998: 'Atletica', 2005: 'Reebok', 2012: 'adidas', 2016: 'Puma' }],
    ['Pumas UNAM', 3, ['Plain', 'Navy', 'Gold'], ['Plain', 'Gold', 'Navy'], { 2000: 'Lotto', 2008: 'Puma', 2014: 'Nike' }],
    ['Club León', 3, ['Plain', 'Green', 'White'], ['Plain', 'White', 'Green'], { 2012: 'Pirma', 2021: 'Charly', 2023: 'Pirma', 2025: 'Charly' }],
  ] },
  { league: 'MLS', clubs: [
    ['LA Galaxy', 1, ['Sash', 'White', 'Navy', 'Gold'], ['Sash', 'Navy', 'Gold'], { 1996: 'Nike', 2003: 'adidas' }],
    ['Seattle Sounders FC', 2, ['Plain', 'Green', 'Blue'], ['Plain', 'Purple', 'Silver'], { 2009: 'adidas' }],
    ['Inter Miami CF', 2, ['Plain', 'Pink', 'Black'], ['Plain', 'Black', 'Pink'], { 2020: 'adidas' }],
  ] },
  { league: 'J1 League', clubs: [
    ['Urawa Red Diamonds', 2, ['Plain', 'Red', 'Black', 'White'], ['Plain', 'White', 'Red'], { 1993: 'Mizuno', 1997: 'Puma', 2004: 'Nike' }, { down: [[2000, 2000]] }],
    ['Gamba Osaka', 3, ['Stripes', 'Blue', 'Black'], ['Plain', 'White', 'Blue'], { 1997: 'Umbro', 2024: 'Hummel' }, { down: [[2013, 2013]] }],
    ['Shimizu S-Pulse', 3, ['Graphic', 'Orange', 'Blue'], ['Graphic', 'White', 'Orange'], { 1993: 'Puma' }, { down: [[2016, 2016], [2023, 2024]] }],
  ] },
  { league: 'K League 1', clubs: [
    ['FC Seoul', 3, ['Stripes', 'Red', 'Black'], ['Plain', 'White', 'Red'], { 2005: 'adidas', 2012: 'Le Coq Sportif', 2021: 'Pro-Specs' }],
  ] },
  { league: 'A-League Men', clubs: [
    ['Sydney FC', 3, ['Plain', 'Sky blue', 'Navy'], ['Plain', 'Navy', 'Sky blue'], { 2005: 'Reebok', 2011: 'adidas', 2014: 'Puma', 2019: 'Under Armour' }],
  ] },
  { league: 'Saudi Pro League', clubs: [
    ['Al-Hilal', 3, ['Plain', 'Blue', 'White'], ['Plain', 'White', 'Blue'], { 2009: 'Nike', 2019: 'Mouj', 2022: 'Puma' }],
    ['Al-Nassr', 3, ['Plain', 'Yellow', 'Blue'], ['Plain', 'Blue', 'Yellow'], { 2011: 'Nike', 2017: 'New Balance', 2018: 'Victory', 2022: 'Duneus', 2023: 'Nike', 2024: 'adidas' }],
  ] },
  { league: 'Egyptian Premier League', clubs: [
    ['Al Ahly', 2, ['Plain', 'Red', 'White'], ['Plain', 'White', 'Red'], { 1999: 'adidas', 2005: 'Puma', 2008: 'adidas', 2015: 'Sporta', 2018: 'Umbro', 2022: 'adidas' }],
  ] },
  { league: 'Botola Pro', clubs: [
    ['Raja Casablanca', 3, ['Plain', 'Green', 'White'], ['Plain', 'White', 'Green'], { 2005: 'Lotto', 2012: 'adidas', 2018: 'Legea', 2021: 'Nike' }],
  ] },
  { league: 'South African Premiership', clubs: [
    ['Kaizer Chiefs', 3, ['Plain', 'Gold', 'Black'], ['Plain', 'Black', 'Gold'], { 2001: 'Nike', 2022: 'Kappa' }],
  ] },
];
