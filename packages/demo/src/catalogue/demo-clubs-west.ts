import type { LeagueClubs } from './demo-club-rows.ts';

/** The clubs of Spain, Portugal, Great Britain, Ireland and France. */
// prettier-ignore
export const WESTERN_CLUBS: readonly LeagueClubs[] = [
  { league: 'La Liga', clubs: [
    ['Real Madrid', 1, ['Plain', 'White', 'Purple'], ['Plain', 'Purple', 'White'], { 1990: 'Hummel', 1994: 'Kelme', 1998: 'adidas' }],
    ['FC Barcelona', 1, ['Stripes', 'Blue', 'Claret'], ['Plain', 'Yellow', 'Blue', 'Claret'], { 1990: 'Meyba', 1992: 'Kappa', 1998: 'Nike' }],
    ['Atlético de Madrid', 1, ['Stripes', 'Red', 'White', 'Blue'], ['Plain', 'Navy', 'Red'], { 1990: 'Puma', 1999: 'Reebok', 2001: 'Nike' }, { down: [[2000, 2001]] }],
    ['Valencia CF', 1, ['Plain', 'White', 'Black'], ['Plain', 'Orange', 'Black'], { 1990: 'Puma', 1994: 'Luanvi', 2000: 'Nike', 2009: 'Kappa', 2011: 'Joma', 2014: 'adidas', 2019: 'Puma' }],
    ['Sevilla FC', 2, ['Plain', 'White', 'Red'], ['Plain', 'Red', 'White'], { 1992: 'Umbro', 2001: 'Joma', 2011: 'Umbro', 2013: 'Warrior', 2015: 'New Balance', 2018: 'Nike', 2022: 'Castore', 2025: 'adidas' }, { down: [[1997, 1998], [2000, 2000]] }],
    ['Real Betis', 2, ['Stripes', 'Green', 'White'], ['Plain', 'Black', 'Green'], { 1992: 'Umbro', 1997: 'Kappa', 2011: 'Macron', 2016: 'adidas', 2018: 'Kappa', 2021: 'Hummel' }, { down: [[1991, 1993], [2000, 2000], [2009, 2010], [2014, 2014]] }],
    ['Real Sociedad', 2, ['Stripes', 'Blue', 'White'], ['Plain', 'Black', 'Blue'], { 1992: 'adidas', 2000: 'Astore', 2008: 'Joma', 2012: 'Nike', 2014: 'adidas', 2018: 'Macron' }, { down: [[2007, 2009]] }],
    ['Athletic Club', 2, ['Stripes', 'Red', 'White', 'Black'], ['Plain', 'Black', 'Red'], { 1990: 'Kappa', 1999: 'adidas', 2001: 'Kappa', 2009: 'Umbro', 2013: 'Nike', 2017: 'New Balance', 2022: 'Castore' }],
    ['Málaga CF', 2, ['Stripes', 'Sky blue', 'White'], ['Plain', 'Purple', 'White'], { 1994: 'Kelme', 1999: 'adidas', 2004: 'Umbro', 2010: 'Nike', 2020: 'Hummel' }, { down: [[1994, 1998], [2006, 2007], [2018, 2025]], complete: true }],
    ['Deportivo Alavés', 3, ['Stripes', 'Blue', 'White'], ['Plain', 'Pink', 'Black'], { 1997: 'Umbro', 2005: 'Diadora', 2012: 'Hummel', 2016: 'Kelme', 2021: 'Puma' }, { down: [[1997, 1997], [2003, 2004], [2006, 2015], [2022, 2022]] }],
    ['RC Deportivo', 2, ['Stripes', 'Blue', 'White'], ['Plain', 'Orange', 'Black'], { 1991: 'Umbro', 1997: 'adidas', 2001: 'Joma', 2009: 'Lotto', 2016: 'Macron', 2021: 'Kappa' }, { down: [[2011, 2011], [2013, 2013], [2018, 2025]] }],
    ['RC Celta', 2, ['Plain', 'Sky blue', 'White'], ['Plain', 'Claret', 'White'], { 1994: 'Kelme', 1999: 'Umbro', 2010: 'Li-Ning', 2013: 'adidas', 2022: 'Hummel' }, { down: [[2004, 2004], [2007, 2011]] }],
    ['Rayo Vallecano', 3, ['Sash', 'White', 'Red'], ['Sash', 'Black', 'Red'], { 1999: 'Joma', 2012: 'Erreà', 2014: 'Kelme', 2022: 'Umbro' }, { down: [[2003, 2010], [2016, 2017], [2019, 2020]] }],
    ['Real Valladolid', 3, ['Stripes', 'Purple', 'White'], ['Plain', 'Yellow', 'Purple'], { 1997: 'Kelme', 2003: 'Umbro', 2009: 'Kappa', 2012: 'Hummel', 2019: 'adidas', 2023: 'Kappa' }, { down: [[2004, 2006], [2010, 2011], [2014, 2017], [2021, 2021], [2023, 2023], [2025, 2025]] }],
    ['Villarreal CF', 2, ['Plain', 'Yellow', 'Navy'], ['Plain', 'Navy', 'Yellow'], { 2000: 'Kelme', 2005: 'Puma', 2011: 'Xtep', 2016: 'Joma' }, { down: [[2012, 2012]] }],
  ] },
  { league: 'Primeira Liga', clubs: [
    ['SL Benfica', 1, ['Plain', 'Red', 'White'], ['Plain', 'Black', 'Red'], { 1990: 'adidas' }],
    ['FC Porto', 1, ['Stripes', 'Blue', 'White'], ['Plain', 'Orange', 'Black'], { 1992: 'adidas', 1997: 'Kappa', 2000: 'Nike', 2014: 'Warrior', 2015: 'New Balance' }],
    ['Sporting CP', 1, ['Hoops', 'Green', 'White'], ['Plain', 'Gold', 'Black'], { 1992: 'adidas', 1998: 'Reebok', 2006: 'Puma', 2014: 'Macron', 2020: 'Nike' }],
    ['Boavista FC', 3, ['Checkers', 'Black', 'White'], ['Plain', 'White', 'Black'], { 1999: 'adidas', 2014: 'Erreà', 2021: 'Kelme' }, { down: [[2008, 2013], [2025, 2025]] }],
  ] },
  { league: 'Premier League', clubs: [
    ['Arsenal', 1, ['Contrasting sleeves', 'Red', 'White'], ['Plain', 'Yellow', 'Navy'], { 1990: 'adidas', 1994: 'Nike', 2014: 'Puma', 2019: 'adidas' }],
    ['Chelsea', 1, ['Plain', 'Blue', 'White'], ['Plain', 'White', 'Blue'], { 1990: 'Umbro', 2006: 'adidas', 2017: 'Nike' }],
    ['Liverpool', 1, ['Plain', 'Red', 'White'], ['Plain', 'Green', 'White'], { 1990: 'adidas', 1996: 'Reebok', 2006: 'adidas', 2012: 'Warrior', 2015: 'New Balance', 2020: 'Nike', 2025: 'adidas' }],
    ['Manchester United', 1, ['Plain', 'Red', 'Black', 'White'], ['Plain', 'White', 'Black', 'Red'], { 1990: 'adidas', 1992: 'Umbro', 2002: 'Nike', 2015: 'adidas' }],
    ['Manchester City', 1, ['Plain', 'Sky blue', 'White'], ['Sash', 'White', 'Red', 'Black'], { 1990: 'Umbro', 1997: 'Kappa', 1999: 'Le Coq Sportif', 2003: 'Reebok', 2007: 'Le Coq Sportif', 2009: 'Umbro', 2013: 'Nike', 2019: 'Puma' }, { down: [[1996, 1999], [2001, 2001]] }],
    ['Tottenham Hotspur', 1, ['Plain', 'White', 'Navy'], ['Plain', 'Navy', 'White'], { 1990: 'Hummel', 1991: 'Umbro', 1995: 'Pony', 1999: 'adidas', 2002: 'Kappa', 2006: 'Puma', 2012: 'Under Armour', 2017: 'Nike' }],
    ['Everton', 2, ['Plain', 'Blue', 'White'], ['Plain', 'Yellow', 'Navy'], { 1990: 'Umbro', 2000: 'Puma', 2004: 'Umbro', 2009: 'Le Coq Sportif', 2012: 'Nike', 2014: 'Umbro', 2020: 'Hummel', 2024: 'Castore' }],
    ['Newcastle United', 2, ['Stripes', 'Black', 'White'], ['Plain', 'Green', 'Navy'], { 1990: 'Umbro', 1993: 'Asics', 1995: 'adidas', 2010: 'Puma', 2021: 'Castore', 2024: 'adidas' }, { down: [[1990, 1992], [2009, 2009], [2016, 2016]] }],
    ['Aston Villa', 2, ['Contrasting sleeves', 'Claret', 'Sky blue'], ['Plain', 'White', 'Claret', 'Sky blue'], { 1990: 'Hummel', 1993: 'Asics', 1995: 'Reebok', 2000: 'Diadora', 2004: 'Hummel', 2007: 'Nike', 2012: 'Macron', 2016: 'Under Armour', 2019: 'Kappa', 2022: 'Castore', 2024: 'adidas' }, { down: [[2016, 2018]] }],
    ['West Ham United', 2, ['Contrasting sleeves', 'Claret', 'Sky blue'], ['Chest band', 'Sky blue', 'Claret'], { 1993: 'Pony', 1999: 'Reebok', 2007: 'Umbro', 2010: 'Macron', 2013: 'adidas', 2015: 'Umbro' }, { down: [[2003, 2004], [2011, 2011]] }],
    ['Blackburn Rovers', 3, ['Half-and-half', 'Blue', 'White'], ['Half-and-half', 'Red', 'Black'], { 1992: 'Asics', 1996: 'Uhlsport', 2000: 'Kappa', 2004: 'Lonsdale', 2007: 'Umbro', 2012: 'Nike', 2016: 'Umbro', 2022: 'Macron' }, { down: [[1999, 2000], [2012, 2025]] }],
    ['Wolverhampton Wanderers', 3, ['Plain', 'Gold', 'Black'], ['Plain', 'White', 'Gold'], { 2002: 'Admiral', 2004: 'Le Coq Sportif', 2010: 'Burrda', 2013: 'Puma', 2018: 'adidas', 2021: 'Castore', 2024: 'Sudu' }, { down: [[2004, 2008], [2012, 2017]] }],
    ['Leeds United', 2, ['Plain', 'White', 'Yellow', 'Blue'], ['Plain', 'Yellow', 'Blue'], { 1993: 'Asics', 1996: 'Puma', 2000: 'Nike', 2005: 'Admiral', 2008: 'Macron', 2015: 'Kappa', 2020: 'adidas' }, { down: [[2004, 2019], [2023, 2024]] }],
    ['Queens Park Rangers', 3, ['Hoops', 'Blue', 'White'], ['Hoops', 'Red', 'Black'], { 1997: 'Le Coq Sportif', 2008: 'Lotto', 2014: 'Nike', 2016: 'Dryworld', 2017: 'Erreà' }, { down: [[1997, 2010], [2013, 2013], [2015, 2025]] }],
    ['Swansea City', 3, ['Plain', 'White', 'Black'], ['Plain', 'Claret', 'Gold'], { 2007: 'Umbro', 2011: 'adidas', 2016: 'Joma', 2024: 'Reebok' }, { down: [[2007, 2010], [2018, 2025]], country: 'GB-WLS' }],
  ] },
  { league: 'EFL League One', clubs: [
    ['Bristol Rovers', 3, ['Quarters', 'Blue', 'White'], ['Plain', 'Yellow', 'Black'], { 2005: 'Erreà', 2014: 'Macron' }],
  ] },
  { league: 'Scottish Premiership', clubs: [
    ['Celtic', 1, ['Hoops', 'Green', 'White'], ['Plain', 'Black', 'Green'], { 1990: 'Umbro', 2005: 'Nike', 2015: 'New Balance', 2020: 'adidas' }],
    ['Rangers', 1, ['Plain', 'Blue', 'White', 'Red'], ['Plain', 'White', 'Blue', 'Red'], { 1990: 'Admiral', 1992: 'adidas', 1997: 'Nike', 2002: 'Diadora', 2005: 'Umbro', 2013: 'Puma', 2018: 'Hummel', 2020: 'Castore', 2025: 'Umbro' }, { down: [[2012, 2015]] }],
    ['Heart of Midlothian', 3, ['Plain', 'Claret', 'White'], ['Plain', 'White', 'Claret'], { 1998: 'Umbro', 2002: 'Reebok', 2005: 'Hummel', 2007: 'Umbro', 2012: 'adidas', 2015: 'Puma', 2016: 'Umbro', 2024: 'Hummel' }, { down: [[2014, 2014], [2020, 2020]] }],
  ] },
  { league: 'League of Ireland', clubs: [
    ['Bohemian FC', 3, ['Stripes', 'Red', 'Black'], ['Graphic', 'White', 'Red', 'Black'], { 2001: "O'Neills" }],
    ['Shamrock Rovers', 3, ['Hoops', 'Green', 'White'], ['Plain', 'Purple', 'White'], { 2003: 'Umbro', 2019: 'Macron' }],
  ] },
  { league: 'Ligue 1', clubs: [
    ['Paris Saint-Germain', 1, ['Single stripe', 'Navy', 'Red', 'White'], ['Single stripe', 'White', 'Red', 'Navy'], { 1990: 'Nike' }],
    ['Olympique de Marseille', 1, ['Plain', 'White', 'Sky blue'], ['Plain', 'Sky blue', 'White'], { 1990: 'adidas', 1994: 'Reebok', 1996: 'adidas', 2018: 'Puma' }, { down: [[1994, 1995]] }],
    ['Olympique Lyonnais', 1, ['Plain', 'White', 'Red', 'Blue'], ['Plain', 'Red', 'Blue'], { 1992: 'adidas', 2000: 'Umbro', 2010: 'adidas' }],
    ['AS Saint-Étienne', 2, ['Plain', 'Green', 'White'], ['Plain', 'White', 'Green'], { 1993: 'Lotto', 1996: 'Asics', 1999: 'adidas', 2014: 'Le Coq Sportif', 2022: 'Hummel' }, { down: [[1996, 1998], [2001, 2003], [2022, 2023], [2025, 2025]] }],
    ['AS Monaco', 2, ['Diagonal', 'Red', 'White'], ['Plain', 'Black', 'Gold'], { 1990: 'adidas', 2001: 'Kappa', 2003: 'Puma', 2010: 'Macron', 2014: 'Nike', 2019: 'Kappa', 2025: 'Mizuno' }, { down: [[2011, 2012]], country: 'MC' }],
    ['Girondins de Bordeaux', 2, ['Chevron', 'Navy', 'White'], ['Chevron', 'White', 'Navy'], { 1993: 'Asics', 1998: 'adidas', 2000: 'Puma', 2018: 'adidas', 2024: 'Erreà' }, { down: [[2022, 2025]] }],
    ['FC Nantes', 3, ['Plain', 'Yellow', 'Green'], ['Plain', 'Green', 'Yellow'], { 1994: 'Diadora', 1999: 'Le Coq Sportif', 2003: 'Airness', 2008: 'Kappa', 2010: 'Erreà', 2015: 'Umbro', 2018: 'New Balance', 2020: 'Macron' }, { down: [[2007, 2007], [2009, 2012]] }],
    ['Toulouse FC', 3, ['Plain', 'Purple', 'White'], ['Plain', 'Pink', 'Purple'], { 2003: 'Lotto', 2006: 'Airness', 2011: 'Kappa', 2014: 'Joma', 2021: 'Craft', 2023: 'Nike' }, { down: [[2020, 2021]] }],
  ] },
];
