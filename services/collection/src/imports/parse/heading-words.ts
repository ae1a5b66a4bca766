/**
 * Known headings by field in English, German, Spanish, French, Italian, Portuguese and some Dutch, normalized
 * by `toNameKey`. API names of fields need not be listed.
 */
export const COLUMN_WORDS: Readonly<Record<string, string>> = {
  item_type: `item type|type of item|kind of item|kind|garment|garment type|clothing|category|product|article|article type|
    artikel|artikelart|kategorie|kleidungsstuck|produkt|warengruppe|categoria|prenda|tipo de prenda|tipo de articulo|articulo|producto|
    categorie|type d article|vetement|produit|tipo di articolo|capo|articolo|prodotto|tipo de artigo|tipo de peca|peca|artigo|produto`,
  name: `name|title|item|item name|shirt|shirt name|jersey|jersey name|football shirt|soccer jersey|what|shirt description|
    titel|bezeichnung|gegenstand|objekt|trikot|trikots|trikotname|trikotbezeichnung|shirtname|
    titulo|nombre|camiseta|objeto|denominacion|nombre de la camiseta|
    titre|nom|designation|intitule|libelle|maillot|objet|nom du maillot|
    titolo|nome|denominazione|maglia|oggetto|nome maglia|
    designacao|camisa|camisola|objeto|item nome|nome da camisa|naam|omschrijving van het shirt`,
  brand: `brand|maker|make|manufacturer|kit manufacturer|kit maker|kit supplier|supplier|made by|technical sponsor|brand name|label brand|
    marke|hersteller|trikothersteller|ausruster|ausstatter|fabrikat|produzent|
    marca|fabricante|proveedor|marca deportiva|
    marque|fabricant|equipementier|fournisseur|
    produttore|fornitore|sponsor tecnico|marchio|
    fornecedor|fabricante marca|merk|kledingmerk|
    marca tecnica|fornitore tecnico|marca desportiva|marca esportiva|fornecedor de material|marca do equipamento|
    sponsor technique|patrocinador tecnico|manufactured by`,
  club: `club|clubs|team|teams|country club|clubname|vereine|pays club|pais club|paese club|land verein|club name|team name|football club|soccer club|side|club team|team club|club or team|club or country|team or country|
    club country|team country|club nation|club national team|country team|national team|national side|nation|nations|squad|
    verein|mannschaft|klub|fussballverein|vereinsname|team verein|verein land|nationalmannschaft|nationalteam|auswahl|
    equipo|club de futbol|seleccion|equipo seleccion|seleccion nacional|equipo club|conjunto|
    equipe|club de foot|selection|equipe nationale|equipe club|formation|
    squadra|societa|nazionale|squadra nazionale|club squadra|
    clube|time|selecao|clube selecao|equipa|clube equipa|ploeg|elftal|vereniging|nationaal team|
    nome squadra|club de football`,
  season: `season|seasons|season year|year season|years|shirt year|kit year|season s|campaign|era|
    saison|spielzeit|spieljahr|saisonjahr|
    temporada|campana|temporada ano|
    saison annee|
    stagione|annata|stagione sportiva|
    epoca|temporada epoca|safra|seizoen`,
  kit: `kit|kit name|archive kit|catalogue kit|kit reference`,
  size: `size|sz|sizing|size on label|gr|t|sizes|shirt size|jersey size|size label|label size|tag size|tagged size|letter size|
    grosse|groesse|kleidergrosse|konfektionsgrosse|trikotgrosse|
    talla|tallas|talle|tamano|
    taille|tailles|
    taglia|taglie|misura|
    tamanho|tamanhos|tam|maat|
    size on tag|size on the label`,
  type: `outerwear type|product type|produkttyp|jacket type|type of jacket|accessory type`,
  detailed_condition: `detailed condition|condition detail|condition details|condition grade|condition description|zustandsbeschreibung|
    estado detallado|etat detaille|condizione dettagliata|estado detalhado`,
  description: `description|desc|details|detail|long description|about|item description|specification|
    beschreibung|einzelheiten|artikelbeschreibung|
    descripcion|detalles|detalle|
    descriptif|precisions|
    descrizione|dettagli|dettaglio|
    descricao|detalhes|detalhe|omschrijving`,
  player_name: `player|player on back|back print|ruckenbeschriftung|player name|name on shirt|name on back|shirt printing|nameset|name set|name printed|printed name|printing|print|back name|footballer|
    spieler|spielername|name auf dem trikot|beflockung|flock|aufdruck|ruckenname|
    jugador|nombre del jugador|futbolista|nombre en la camiseta|estampado|dorsal nombre|
    joueur|nom du joueur|flocage|nom au dos|
    giocatore|nome giocatore|calciatore|stampa nome|nome sulla maglia|
    jogador|nome do jogador|atleta|estampa|nome nas costas|speler|bedrukking|
    player printed|player name on back|customisation|customization|name auf trikot|name auf dem rucken|nombre jugador|nombre en la espalda|
    estampacion|personalizacion|nom joueur|personnalisation|personalizzazione|nome jogador|personalizacao`,
  number: `shirt number|shirt no|squad number|squad no|back no|jersey number|kit number|back number|number on back|number on shirt|shirt nr|
    ruckennummer|trikotnummer|spielernummer|ruckennr|rucken nr|trikotnr|trikot nr|spielernr|
    dorsal|numero de camiseta|numero dorsal|numero de dorsal|numero del jugador|
    numero du joueur|numero de maillot|numero au dos|numero dans le dos|
    numero maglia|numero di maglia|numero giocatore|
    numero da camisa|numero da camisola|numero do jogador|numero nas costas|camisa numero|rugnummer|shirtnummer|
    nr auf trikot|nummer auf dem trikot`,
  is_replica: `replica|is replica|fake|is fake|copy|counterfeit|nachbildung|replik|falschung|copia|falsa|falsificacion|replique|contrefacon|
    falso|replica copia|falsificacao|namaak`,
  is_private: `private|is private|hidden|privat|privado|privada|prive|privee|privato|privata|nicht offentlich`,
  is_draft: `draft|entwurf|borrador|brouillon|bozza|rascunho`,
  is_fan_version: `player version|player issue|spielerversion|version jugador|version joueur|versione giocatore|versao jogador|fan version|fan issue|stadium version|fanversion|version aficionado|version supporter|versione tifoso|versao torcedor|versao adepto`,
  is_signed: `signed|is signed|signature|autograph|autographed|autographs|hand signed|signed by hand|
    signiert|unterschrieben|autogramm|mit autogramm|unterschrift|
    firmada|firmado|firma|autografo|autografiada|autografada|con autografo|
    signe|signee|dedicace|dedicacee|autographe|
    firmata|autografata|autografato|
    assinada|assinado|autografado|assinatura|gesigneerd|handtekening`,
  has_nameset: `has nameset|has name|printed|has printing|has print|beflockt|estampada|flocke|floque|stampata|estampado si no`,
  is_short_sleeve: `long sleeve|long sleeves|langarm|manga larga|manches longues|maniche lunghe|manga comprida|mangas compridas|mangas curtas|
    short sleeve|short sleeves|sleeve|sleeves|sleeve length|sleeve type|kurzarm|armel|armellange|manga|mangas|manga corta|
    tipo de manga|manches|manche|manches courtes|longueur de manches|maniche|manica|maniche corte|manga curta|mouwen|mouw`,
  design: `design|pattern|style|muster|diseno|patron|motif|disegno|fantasia|trama|padrao|desenho`,
  main_color: `grundfarbe|colour|color|colours|colors|main colour|main color|primary colour|primary color|shirt colour|shirt color|kit colour|
    farbe|farben|hauptfarbe|trikotfarbe|
    color principal|colores|
    couleur|couleurs|couleur principale|
    colore|colori|colore principale|
    cor|cores|cor principal|kleur|kleuren|hoofdkleur`,
  secondary_colors: `2nd colour|2nd color|secondary colours|secondary colors|secondary colour|secondary color|second colour|second color|other colours|other colors|trim|trim colour|
    accent colour|accent color|nebenfarbe|nebenfarben|zweitfarbe|weitere farben|
    colores secundarios|color secundario|couleurs secondaires|couleur secondaire|
    colori secondari|colore secondario|cores secundarias|cor secundaria|bijkleur`,
  country: `country|country of origin|land|pais|pays|paese|country code|landerkurzel|nazione`,
  tags: `tags|tag|labels|keywords|topics|schlagworte|schlagworter|stichworte|stichworter|markierungen|etiquetas|etiqueta|palabras clave|
    etiquettes|mots cles|mot cle|etichette|parole chiave|palavras chave|trefwoorden`,
  notes: `notes|other notes|additional notes|infos|note|comment|comments|my notes|own notes|remark|remarks|observations|other|misc|miscellaneous|additional info|additional information|extra info|info|further information|
    notizen|notiz|bemerkung|bemerkungen|kommentar|kommentare|anmerkung|anmerkungen|hinweis|hinweise|sonstiges|zusatzinfo|
    notas|nota|comentario|comentarios|observacion|observaciones|otros|anotaciones|
    commentaire|commentaires|remarque|remarques|divers|annotations|
    commento|commenti|annotazione|annotazioni|osservazioni|varie|
    observacao|observacoes|anotacoes|obs|opmerking|opmerkingen|notities|
    other info|zusatz|weitere infos|mas informacion|informations|informazioni|informacoes|notes perso`,
  location: `location|place|storage|storage location|stored|stored in|kept|kept in|where|whereabouts|box|shelf|drawer|wardrobe|hanger|
    lagerort|lagerplatz|lager|ort|standort|aufbewahrung|aufbewahrungsort|kiste|regal|schrank|wo|
    ubicacion|lugar|guardada en|almacen|caja|estante|armario|donde|
    emplacement|lieu|rangement|range dans|boite|etagere|armoire|
    luogo|posizione|collocazione|scatola|scaffale|armadio|dove|
    localizacao|caixa|prateleira|armario local|onde|locatie|plaats|opslag|
    where kept|where stored|stored where|where is it|storage box|box no|rail|karton|wo liegt es|carton|onde esta`,
  acquired_on: `acquired on|acquired|acquisition date|date|date acquired|date bought|date purchased|date of purchase|purchase date|purchased|purchased on|bought|bought on|buy date|
    when bought|got|got on|received|received on|added|date added|when|day bought|order date|
    kaufdatum|kauf|gekauft|gekauft am|erworben|erworben am|erwerbsdatum|anschaffung|anschaffungsdatum|datum|erhalten am|seit|
    fecha|fecha de compra|fecha compra|comprada|comprado|comprada el|comprado el|adquirida|adquirida el|fecha de adquisicion|
    date d achat|achat|achete|achete le|achetee le|acquis le|acquise le|date d acquisition|
    data|data di acquisto|data acquisto|acquistata|acquistata il|acquistato|acquistato il|comprata il|
    data de compra|data da compra|data compra|comprada em|comprado em|data de aquisicao|adquirida em|aankoopdatum|gekocht|gekocht op|datum aankoop|
    kauf am|datum des kaufs|kauf datum|date achat|data d acquisto|year bought|year purchased|date received`,
  acquired_from: `comprada em|comprado em|acquired from|bought from|bought at|purchased from|purchased at|purchase place|place of purchase|got from|received from|seller|vendor|source|shop|store|dealer|from|
    where bought|wo gekauft|woher|origen|where from|bought where|retailer|
    verkaufer|verkauferin|handler|geschaft|laden|gekauft bei|gekauft von|quelle|bezugsquelle|herkunft|erworben bei|erworben von|von|
    vendedor|comprado a|comprado en|comprada en|comprada a|tienda|procedencia|lugar de compra|
    vendeur|achete a|achete chez|achetee chez|boutique|magasin|provenance|lieu d achat|
    venditore|negozio|acquistata da|acquistata presso|acquistato da|provenienza|luogo di acquisto|comprata da|
    vendedor loja|loja|comprada de|comprado de|comprada na|local de compra|bron|verkoper|winkel|gekocht bij|gekocht van|
    purchase location|kaufort|comprada em loja|onde comprei|donde comprada|donde la compre|dove comprata|dove comprato|dove acquistata|onde comprada|donde comprado|ou achete|ou achetee`,
  price: `price|€|£|$|how much|cost|costs|paid|price paid|amount paid|i paid|what i paid|purchase price|purchase cost|buying price|bought for|buy price|amount|spent|total cost|cost price|money paid|
    preis|kaufpreis|einkaufspreis|anschaffungspreis|bezahlt|gezahlt|kosten|betrag|gekauft fur|bezahlter preis|
    precio|precio de compra|precio pagado|pagado|coste|costo|importe|pague|
    prix|prix d achat|prix paye|paye|cout|montant|
    prezzo|prezzo di acquisto|prezzo d acquisto|prezzo pagato|pagato|costo di acquisto|spesa|importo|
    preco|preco de compra|preco pago|pago|valor pago|custo|quanto paguei|prijs|aankoopprijs|betaald|
    how much paid|total paid|price i paid|ek|ek preis|anschaffungskosten|precio compra|valor de compra|gasto|depense`,
  estimated_value: `estimated value|est value|est worth|estimate|value|worth|current value|market value|value now|valuation|estimated worth|resale value|insurance value|
    wert|schatzwert|geschatzter wert|marktwert|aktueller wert|zeitwert|schatzung|
    valor|valor estimado|valor actual|valor de mercado|valoracion|estimacion|cotizacion|
    valeur|valeur estimee|valeur actuelle|estimation|cote|
    valore|valore stimato|valore attuale|valore di mercato|stima|quotazione|
    valor atual|valor estimado atual|estimativa|waarde|geschatte waarde|
    value est|val est|approx value|approximate value|insured value|current worth|value today|heutiger wert|
    worth now|now worth|worth today|price now|current price|present value|todays value|wert heute|wert jetzt|jetziger wert|valor ahora|valor hoy en dia|vale ahora|
    valeur aujourd hui|valeur du jour|vaut|vaut maintenant|valore oggi|valore ora|vale oggi|vale hoje|valor agora|huidige waarde|waarde nu|
    valor aproximado|valeur approximative|valore odierno|valor hoje`,
  external_id: `external id|ref|reference|reference number|ref no|ref nr|inventory number|inventory no|inventory id|item number|item no|item id|sku|code|barcode|asset id|
    inventarnummer|inventar nr|lfd nr|laufende nummer|artikelnummer|artikel nr|kennung|
    referencia|codigo|numero de inventario|reference interne|numero d inventaire|
    riferimento|codice|numero inventario|numero de inventario codigo|referentie|hb import ref|hb asset id`,
  kit_type: `kit type|home away|home away third|home away 3rd|h a|h a t|heim auswarts ausweich|tipo di divisa|home or away|version type|shirt type|jersey type|shirt version|kit version|which kit|variant|kit variant|strip|
    trikotart|trikottyp|heim auswarts|heim oder auswarts|ausfuhrung|variante|
    equipacion|tipo de equipacion|tipo de camiseta|local visitante|uniforme|
    type de maillot|domicile exterieur|
    tipo maglia|tipo di maglia|casa trasferta|divisa|
    tipo de camisa|tipo de camisola|equipamento|casa fora|thuis uit|
    home away other|type of kit|which shirt|heim ausw|1a 2a 3a|dom ext|principal alternativo|tipologia`,
  kit_slug: `kit slug|kit url|archive url|kit link|archive link|footballkitarchive|football kit archive`,
  kit_archive_id: `archive id|kit archive id|archive kit id`,
  currency: `currency|currency code|wahrung|moneda|divisa moneda|devise|monnaie|valuta|moeda`,
  price_currency: `price currency|purchase currency|cost currency`,
  estimated_value_currency: `value currency|estimated value currency`,
  quantity: `quantity|cant|anz|stk|qty|count|copies|pieces|pcs|how many|amount of shirts|anzahl|menge|stuck|stuckzahl|st|cantidad|unidades|cuantas|
    quantite|qte|nombre d exemplaires|exemplaires|quantita|pezzi|qta|quantidade|qtd|qtde|unidades quantidade|aantal|stuks|hb quantity|
    uds|units|no of items|number of shirts|q ta`,
};

/** Headings that may mean several fields; the first field whose values fit is chosen. */
export const AMBIGUOUS_WORDS: ReadonlyArray<readonly [fields: string, headings: string]> = [
  [
    'kit_type,item_type,type,is_fan_version',
    'type|typ|tipo|art|sort|soort|type of shirt|genre|modelo|modell|modele|modello|model|tipo de producto|type de produit',
  ],
  ['kit_type,is_fan_version,item_type', 'version|edition|ausgabe|versione|versao|issue|versie'],
  ['kit_type,kit', 'kit'],
  [
    'condition,detailed_condition',
    `condition|cond|grade|rating|score|state|quality|zustand|erhaltung|erhaltungszustand|bewertung|note zustand|qualitat|
     estado|conservacion|estado de conservacion|condicion|stato di conservazione|etat de conservation|calidad|etat|etat general|condition etat|qualite|condizione|condizioni|stato|conservazione|qualita|
     estado de conservacao|condicao|conservacao|qualidade|staat|conditie|kwaliteit`,
  ],
  [
    'number,player_name',
    'player number|player no|player nr|spieler nummer|spieler nr|jugador numero|jugador dorsal|joueur numero',
  ],
  ['number,external_id', 'number|no|num|nr|nummer|n|nº|numero|numeros|nro|nbr|no nr|number no|no number'],
  ['season,acquired_on', 'year|jahr|ano|annee|anno|jaar|year s|jahrgang'],
];

/** The fields of Homebox columns, whose names start with `HB.`; its other columns have no field. */
export const HOMEBOX_COLUMNS: Readonly<Record<string, string>> = {
  import_ref: 'external_id',
  asset_id: 'external_id',
  location: 'location',
  labels: 'tags',
  tags: 'tags',
  name: 'name',
  quantity: 'quantity',
  description: 'description',
  notes: 'notes',
  purchase_price: 'price',
  purchase_from: 'acquired_from',
  purchase_time: 'acquired_on',
  purchase_date: 'acquired_on',
  manufacturer: 'brand',
};

/** Known headings of columns for which items have no field. */
export const OTHER_HEADINGS = `id|sponsor|shirt sponsor|main sponsor|hauptsponsor|patrocinador|sponsor principale|patrocinio|league|competition|liga|wettbewerb|
  competicion|ligue|championnat|lega|campionato|competizione|campeonato|competicao|tournament|turnier|torneo|tournoi|torneio|division|
  material|fabric|stoff|tejido|tissu|tessuto|tecido|weight|gewicht|peso|poids|link|url|web|website|photo|photos|picture|pictures|image|images|
  foto|fotos|bild|bilder|imagen|imagenes|immagine|imagem|imagens|patch|patches|badge|badges|aufnaher|parche|parches|ecusson|toppa|
  sold|sold on|sold for|sold to|sale price|for sale|verkauft|verkauft am|verkauft fur|vendida|vendu|venduta|venduto|vendido|
  status|owned|wanted|wishlist|measurements|measurements cm|pit to pit|length|width|chest|lange|breite|largo|ancho|longueur|largeur|
  lunghezza|larghezza|comprimento|largura|match worn|match issue|worn|matchworn|getragen|stars|made in|product code|style code|manager|coach|
  stadium|captain|manufacturer code|gender|geschlecht|genero|sexe|genere|fit|age|alter|edad|authenticity|coa|certificate|postage|shipping|versand|envio|error`;

/**
 * Headings of columns that tell whether an item is owned: `words` by words such as `Wishlist`, `owned` by yes
 * and no, the others by any value but no, such as the date of a sale.
 */
export const STATUS_WORDS = {
  words: `status|state|item status|collection status|ownership|ownership status|availability|list|for sale|for trade|sale status|
    besitzstatus|verfugbarkeit|zu verkaufen|zum verkauf|verkauflich|zustand|estado|situacion|disponibilidad|en venta|se vende|
    statut|etat|disponibilite|a vendre|en vente|stato|situazione|disponibilita|in vendita|da vendere|situacao|disponibilidade|a venda|para venda|te koop`,
  owned: `owned|own|own it|do i own it|in collection|in my collection|in possession|possession|have|have it|got|got it|mine|
    besitz|im besitz|in besitz|vorhanden|habe ich|hab ich|in sammlung|in der sammlung|tengo|la tengo|lo tengo|en propiedad|en posesion|en coleccion|
    en mi coleccion|poseida|possede|possedee|je l ai|en ma possession|en possession|dans la collection|posseduta|posseduto|ce l ho|in possesso|
    in collezione|tenho|possuo|possuida|na colecao|bezit|in bezit`,
  wanted: `wanted|want|want it|wants|wishlist|wish list|want list|wantlist|on wishlist|wunschliste|gesucht|lista de deseos|buscada|buscado|
    liste de souhaits|liste d envies|recherche|recherchee|lista dei desideri|lista desideri|cercata|cercato|lista de desejos|procurada|procurado|verlanglijst`,
  sold: `sold|sold on|sold date|date sold|sold time|sold for|sold to|sold price|verkauft|verkauft am|verkauft fur|verkauft an|verkaufsdatum|
    vendida|vendido|vendida el|vendida por|vendida a|fecha de venta|vendu|vendue|vendu le|vendu a|date de vente|
    venduta|venduto|venduta il|venduta a|data di vendita|vendida em|vendido em|data de venda|data da venda|verkocht`,
  swapped:
    'swapped|traded|traded to|traded away|swapped with|getauscht|intercambiada|echangee|scambiata|trocada|geruild',
} as const;
