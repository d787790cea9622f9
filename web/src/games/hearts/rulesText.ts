/** The rules page of Hearts in both languages. */

import type { RulesSection, RulesText } from "../../lib/table/rulesPage";

const pt: RulesSection[] = [
  {
    title: "O objetivo",
    text: [
      "São sempre quatro à mesa, com um baralho de 52 cartas; o ás é a mais alta. Cada copas que você leva custa um ponto e a Dama de espadas custa treze. Pontos são ruins: quem tiver menos no fim vence.",
      "Onde falta gente senta um bot, sempre marcado como bot.",
    ],
    picture: ["4H lit", "QS lit", "KH lit", "9C", "AD"],
    caption: "As cartas marcadas custam pontos; as outras não custam nada.",
  },
  {
    title: "A troca",
    text: [
      "Com as treze cartas na mão, cada um escolhe três para passar. Na primeira mão elas vão para a esquerda, na segunda para a direita, na terceira para quem está em frente; a quarta mão não tem troca, e o ciclo recomeça.",
      "Ninguém vê o que recebeu antes de os quatro escolherem. A escolha não volta atrás. As três recebidas ficam com uma etiqueta de latão até a mão acabar.",
      "Toque em três cartas, que se erguem, e depois no botão de passar. No teclado, a tecla D passa.",
    ],
    picture: ["AS", "KS", "JH", ">", "??", "??", "??"],
    caption: "Espadas altas e copas altas são boas de passar; o que vem em troca é surpresa.",
  },
  {
    title: "As vazas",
    text: [
      "Quem tem o 2 de paus abre com ele. Os outros jogam uma carta cada, na ordem das cadeiras, e têm de seguir o naipe aberto se puderem. Quem não tem o naipe joga o que quiser. A carta mais alta do naipe aberto leva as quatro e abre a vaza seguinte.",
      "Na primeira vaza não se descartam copas nem a Dama de espadas, a não ser que a mão só tenha isso.",
    ],
    picture: ["6D", "JD lit", "3D", "AC"],
    caption: "Abriu-se com ouros: o Valete leva a vaza, e o ás de paus não conta.",
  },
  {
    title: "Copas quebradas",
    text: [
      "Não se abre uma vaza com copas antes que uma tenha caído numa vaza anterior da mesma mão: aí elas estão quebradas. Quem só tem copas pode abrir com uma a qualquer momento. A Dama de espadas pode abrir sempre, e não quebra nada.",
    ],
    picture: ["2H dim", "7H dim", "8C lit", "JS lit"],
    caption: "Antes de quebrar as copas só se abre com os outros naipes; o jogo mostra e explica.",
  },
  {
    title: "Os pontos",
    text: ["Jogam-se sempre as treze vazas. Depois conta-se o que cada um levou."],
    table: [
      ["Cada copas", "1"],
      ["A Dama de espadas", "13"],
      ["As treze copas e a Dama, todas na mesma mão", "0, e 26 para cada um dos outros"],
      ["Qualquer outra carta", "0"],
    ],
  },
  {
    title: "Levar a lua",
    text: [
      "Quem leva todos os 26 pontos de uma mão não marca nada, e cada um dos outros marca 26. É arriscado: basta uma copas escapar.",
    ],
    picture: [
      "QS",
      "+",
      "2H",
      "3H",
      "4H",
      "5H",
      "6H",
      "7H",
      "8H",
      "9H",
      "TH",
      "JH",
      "QH",
      "KH",
      "AH",
    ],
    caption: "Os 26 pontos de uma mão.",
  },
  {
    title: "O fim",
    text: [
      "A partida acaba na mão em que alguém chega ao limite da sala, 100 se nada foi mudado. Vence o menor total; totais iguais dividem o lugar.",
    ],
  },
  {
    title: "O relógio",
    text: [
      "São 25 segundos por carta e 30 para a troca. Acabou o tempo, a mesa joga por você a carta que menos arrisca. Quem sai deixa um bot no lugar até o fim; quem cai e volta retoma a cadeira.",
      "Aponte para uma carta, para as vazas de alguém ou para a seta da troca, ou segure o dedo, e a mesa explica.",
    ],
  },
];

const en: RulesSection[] = [
  {
    title: "The aim",
    text: [
      "There are always four at the table, with a deck of 52; aces are high. Every heart that you take costs one point and the queen of spades costs thirteen. Points are bad: fewest at the end wins.",
      "Where somebody is missing a bot sits down, always marked as one.",
    ],
    picture: ["4H lit", "QS lit", "KH lit", "9C", "AD"],
    caption: "The marked cards cost points; the others cost nothing.",
  },
  {
    title: "Passing",
    text: [
      "With thirteen cards in hand, everyone chooses three to pass. In the first hand they go to the left, in the second to the right, in the third across; the fourth hand has no passing, and then it begins again.",
      "Nobody sees what they were given before all four have chosen. A choice can’t be taken back. The three cards that you were passed keep a brass tag until the hand ends.",
      "Tap three cards, which rise, and then the pass button. On a keyboard, D passes.",
    ],
    picture: ["AS", "KS", "JH", ">", "??", "??", "??"],
    caption: "High spades and high hearts are good to pass; what comes back is a surprise.",
  },
  {
    title: "Tricks",
    text: [
      "Whoever has the 2 of clubs leads it. The others play a card each, in the order of the seats, and must follow the suit that was led if they can. Who has none of it plays anything. The highest card of the suit led takes all four and leads the next trick.",
      "In the first trick neither hearts nor the queen of spades may be thrown, unless the hand holds nothing else.",
    ],
    picture: ["6D", "JD lit", "3D", "AC"],
    caption:
      "Diamonds were led: the jack takes the trick, and the ace of clubs counts for nothing.",
  },
  {
    title: "Breaking hearts",
    text: [
      "No trick is led with a heart before one has fallen in an earlier trick of the same hand: then hearts are broken. A hand of hearts alone may lead one at any time. The queen of spades may always be led, and breaks nothing.",
    ],
    picture: ["2H dim", "7H dim", "8C lit", "JS lit"],
    caption: "Before hearts are broken only other suits are led; the table shows it and says why.",
  },
  {
    title: "Points",
    text: ["All thirteen tricks are always played. Then everyone counts what they took."],
    table: [
      ["Each heart", "1"],
      ["The queen of spades", "13"],
      ["All thirteen hearts and the queen, in one hand", "0, and 26 for each of the others"],
      ["Any other card", "0"],
    ],
  },
  {
    title: "Shooting the moon",
    text: [
      "Whoever takes all 26 points of a hand scores nothing, and each of the others scores 26. It is a gamble: one heart that gets away is enough to spoil it.",
    ],
    picture: [
      "QS",
      "+",
      "2H",
      "3H",
      "4H",
      "5H",
      "6H",
      "7H",
      "8H",
      "9H",
      "TH",
      "JH",
      "QH",
      "KH",
      "AH",
    ],
    caption: "The 26 points of a hand.",
  },
  {
    title: "The end",
    text: [
      "The game ends with the hand that brings somebody to the room’s limit, 100 unless it was changed. The lowest total wins; equal totals share the place.",
    ],
  },
  {
    title: "The clock",
    text: [
      "A card has 25 seconds and the passing 30. When time is up the table plays the card that risks least for you. Who leaves has a bot play on to the end; who drops out and comes back takes the seat again.",
      "Point at a card, at somebody’s tricks or at the arrow of the pass, or hold a finger on it, and the table explains.",
    ],
  },
];

export const rulesText: RulesText = { "pt-BR": pt, en };
