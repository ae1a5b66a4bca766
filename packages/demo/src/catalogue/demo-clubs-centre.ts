import type { LeagueClubs } from './demo-club-rows.ts';

/** The clubs of Germany, Italy, the Low Countries and the Alps. */
// prettier-ignore
export const CENTRAL_CLUBS: readonly LeagueClubs[] = [
  { league: 'Bundesliga', clubs: [
    ['FC Bayern München', 1, ['Plain', 'Red', 'White'], ['Plain', 'White', 'Red'], { 1990: 'adidas' }],
    ['Borussia Dortmund', 1, ['Plain', 'Yellow', 'Black'], ['Plain', 'Black', 'Yellow'], { 1990: 'Nike', 2000: 'goool.de', 2004: 'Nike', 2009: 'Kappa', 2012: 'Puma' }],
    ['Bayer 04 Leverkusen', 1, ['Plain', 'Red', 'Black'], ['Plain', 'White', 'Red'], { 1990: 'adidas', 2013: 'Jako', 2020: 'Castore', 2024: 'New Balance' }],
    ['1. FC Köln', 2, ['Plain', 'White', 'Red'], ['Plain', 'Red', 'White'], { 1990: 'Puma', 2002: 'Saller', 2005: 'adidas', 2008: 'Reebok', 2012: 'Erreà', 2018: 'Uhlsport', 2022: 'Hummel' }, { down: [[1998, 1999], [2002, 2002], [2004, 2004], [2006, 2007], [2012, 2013], [2018, 2018], [2024, 2024]] }],
    ['SV Werder Bremen', 2, ['Plain', 'Green', 'White'], ['Plain', 'Orange', 'Green'], { 1990: 'Puma', 2004: 'Kappa', 2009: 'Nike', 2018: 'Umbro', 2022: 'Hummel' }, { down: [[2021, 2021]] }],
    ['Hamburger SV', 2, ['Plain', 'White', 'Blue', 'Black'], ['Plain', 'Blue', 'White', 'Black'], { 1990: 'adidas', 1995: 'Hummel', 1998: 'Fila', 2001: 'Nike', 2003: 'Puma', 2007: 'adidas' }, { down: [[2018, 2024]] }],
    ['VfB Stuttgart', 2, ['Chest band', 'White', 'Red'], ['Chest band', 'Red', 'White'], { 1990: 'adidas', 2002: 'Puma', 2019: 'Jako' }, { down: [[2016, 2016], [2019, 2019]] }],
    ['Borussia Mönchengladbach', 2, ['Plain', 'White', 'Green', 'Black'], ['Plain', 'Green', 'Black'], { 1990: 'Puma', 1992: 'Asics', 2000: 'Reebok', 2002: 'Jako', 2005: 'Kappa', 2007: 'Lotto', 2013: 'Kappa', 2018: 'Puma' }, { down: [[1999, 2000], [2007, 2007]] }],
    ['FC Schalke 04', 2, ['Plain', 'Blue', 'White'], ['Plain', 'White', 'Blue'], { 1991: 'adidas', 1993: 'Puma', 1995: 'adidas', 2018: 'Umbro', 2022: 'adidas' }, { down: [[2021, 2021], [2023, 2025]] }],
    ['FC St. Pauli', 3, ['Plain', 'Brown', 'White'], ['Plain', 'White', 'Brown', 'Red'], { 1998: 'Kappa', 2003: 'Stanno', 2005: 'Do You Football', 2013: 'Hummel', 2016: 'Under Armour', 2021: 'DIIY', 2024: 'Puma' }, { down: [[1998, 2000], [2002, 2009], [2011, 2023]] }],
    ['VfL Wolfsburg', 3, ['Plain', 'Green', 'White'], ['Plain', 'White', 'Green'], { 1997: 'Puma', 1999: 'Nike', 2007: 'adidas', 2014: 'Kappa', 2016: 'Nike' }],
    ['Eintracht Frankfurt', 2, ['Stripes', 'Black', 'White', 'Red'], ['Plain', 'White', 'Black'], { 1993: 'Puma', 2001: 'Fila', 2003: 'Jako', 2014: 'Nike', 2025: 'adidas' }, { down: [[1996, 1997], [2001, 2002], [2004, 2004], [2011, 2011]] }],
  ] },
  { league: 'Serie A', clubs: [
    ['AC Milan', 1, ['Stripes', 'Red', 'Black'], ['Plain', 'White', 'Red', 'Black'], { 1990: 'adidas', 1993: 'Lotto', 1998: 'adidas', 2018: 'Puma' }],
    ['Inter', 1, ['Stripes', 'Blue', 'Black'], ['Plain', 'White', 'Blue', 'Black'], { 1990: 'Uhlsport', 1991: 'Umbro', 1998: 'Nike' }],
    ['Juventus', 1, ['Stripes', 'White', 'Black'], ['Plain', 'Blue', 'Yellow'], { 1990: 'Kappa', 2000: 'Lotto', 2003: 'Nike', 2015: 'adidas' }, { down: [[2006, 2006]] }],
    ['AS Roma', 1, ['Plain', 'Claret', 'Orange'], ['Plain', 'White', 'Claret'], { 1990: 'adidas', 1994: 'Asics', 1997: 'Diadora', 2000: 'Kappa', 2003: 'Diadora', 2007: 'Kappa', 2014: 'Nike', 2021: 'New Balance', 2023: 'adidas' }],
    ['SS Lazio', 2, ['Plain', 'Sky blue', 'White'], ['Plain', 'Yellow', 'Navy'], { 1991: 'Umbro', 1998: 'Puma', 2012: 'Macron', 2022: 'Mizuno' }],
    ['SSC Napoli', 1, ['Plain', 'Sky blue', 'White'], ['Plain', 'White', 'Sky blue'], { 1991: 'Umbro', 1994: 'Lotto', 1997: 'Nike', 2000: 'Diadora', 2004: 'Kappa', 2006: 'Diadora', 2009: 'Macron', 2015: 'Kappa', 2021: 'EA7' }, { down: [[1998, 1999], [2001, 2006]] }],
    ['ACF Fiorentina', 2, ['Plain', 'Purple', 'White'], ['Plain', 'White', 'Purple'], { 1991: 'Lotto', 1993: 'Uhlsport', 1995: 'Reebok', 1997: 'Fila', 2000: 'Diadora', 2001: 'Mizuno', 2003: 'adidas', 2005: 'Lotto', 2012: 'Joma', 2015: 'Le Coq Sportif', 2020: 'Kappa' }, { down: [[1993, 1993], [2002, 2003]] }],
    ['UC Sampdoria', 2, ['Chest band', 'Blue', 'White', 'Red', 'Black'], ['Chest band', 'White', 'Blue', 'Red', 'Black'], { 1990: 'Asics', 1998: 'Kappa', 2010: 'Kappa', 2015: 'Joma', 2019: 'Macron' }, { down: [[1999, 2002], [2011, 2011], [2023, 2025]] }],
    ['Genoa CFC', 3, ['Half-and-half', 'Red', 'Navy'], ['Plain', 'White', 'Red', 'Navy'], { 1993: 'Erreà', 2002: 'Erreà', 2007: 'Asics', 2012: 'Lotto', 2019: 'Kappa', 2021: 'Castore', 2023: 'Kappa' }, { down: [[1995, 2006], [2022, 2022]] }],
    ['Parma Calcio', 2, ['Cross', 'White', 'Black'], ['Hoops', 'Yellow', 'Blue'], { 1991: 'Umbro', 1995: 'Puma', 1998: 'Lotto', 1999: 'Champion', 2005: 'Erreà', 2024: 'Puma' }, { down: [[2008, 2008], [2015, 2017], [2021, 2023]] }],
    ['Palermo FC', 3, ['Plain', 'Pink', 'Black'], ['Plain', 'Black', 'Pink'], { 2003: 'Kappa', 2004: 'Lotto', 2009: 'Legea', 2012: 'Puma', 2014: 'Joma', 2019: 'Kappa', 2023: 'Puma' }, { down: [[2003, 2003], [2013, 2013], [2017, 2025]] }],
    ['Atalanta BC', 2, ['Stripes', 'Blue', 'Black'], ['Plain', 'White', 'Blue'], { 1995: 'Asics', 2007: 'Erreà', 2014: 'Nike', 2017: 'Joma', 2025: 'New Balance' }, { down: [[1998, 1999], [2003, 2003], [2005, 2005], [2010, 2010]] }],
  ] },
  { league: 'Eredivisie', clubs: [
    ['Ajax', 1, ['Single stripe', 'White', 'Red'], ['Plain', 'Navy', 'Sky blue'], { 1990: 'Umbro', 2000: 'adidas' }],
    ['PSV Eindhoven', 1, ['Stripes', 'Red', 'White'], ['Plain', 'Black', 'Red'], { 1990: 'adidas', 1995: 'Nike', 2014: 'Umbro', 2020: 'Puma' }],
    ['Feyenoord', 2, ['Half-and-half', 'Red', 'White', 'Black'], ['Plain', 'Black', 'Green'], { 1990: 'adidas', 2000: 'Kappa', 2009: 'Puma', 2014: 'adidas', 2023: 'Castore' }],
  ] },
  { league: 'Belgian Pro League', clubs: [
    ['RSC Anderlecht', 2, ['Plain', 'Purple', 'White'], ['Plain', 'Black', 'Purple'], { 1990: 'adidas', 2019: 'Joma' }],
    ['Club Brugge', 2, ['Stripes', 'Blue', 'Black'], ['Plain', 'Gold', 'Black'], { 1992: 'adidas', 2000: 'Puma', 2012: 'Nike', 2016: 'Macron', 2024: 'Castore' }],
  ] },
  { league: 'Österreichische Bundesliga', clubs: [
    ['SK Rapid Wien', 3, ['Plain', 'Green', 'White'], ['Plain', 'Blue', 'Red'], { 1998: 'adidas', 2006: 'Diadora', 2008: 'adidas', 2021: 'Puma' }],
    ['FK Austria Wien', 3, ['Plain', 'Purple', 'White'], ['Plain', 'White', 'Purple'], { 2004: 'Nike', 2018: 'Macron' }],
  ] },
  { league: 'Swiss Super League', clubs: [
    ['FC Basel', 2, ['Half-and-half', 'Red', 'Blue'], ['Plain', 'White', 'Gold'], { 1999: 'Nike', 2013: 'adidas', 2020: 'Macron' }],
  ] },
];
