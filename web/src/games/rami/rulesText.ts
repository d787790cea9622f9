/** The rules page of Rami in both languages. */

import type { RulesSection, RulesText } from "../../lib/table/rulesPage";

const pt: RulesSection[] = [
  {
    title: "A ideia",
    text: [
      "De duas a quatro pessoas, um baralho de 52 cartas e nenhum coringa. Junte cartas em jogos, baixe-os na mesa e seja o primeiro a esvaziar a mão. Quem consegue marca tudo o que sobrou na mão dos outros.",
      "A dois, cada um recebe sete cartas; com três ou quatro pessoas, dez. Mais uma carta abre o descarte.",
    ],
  },
  {
    title: "Grupos e sequências",
    text: [
      "Um grupo são três ou quatro cartas do mesmo valor. Uma sequência são três cartas ou mais em ordem e do mesmo naipe. O Ás vem depois do Rei e de mais nenhuma: Dama, Rei, Ás vale; Ás, 2, 3 não.",
    ],
    picture: ["9C", "9D", "9S", "|", "5H", "6H", "7H", "8H"],
    caption: "Um grupo de noves e uma sequência de copas.",
  },
  {
    title: "A sua vez",
    text: [
      "Primeiro compre: a carta de cima do monte, fechada, ou a do descarte, aberta. Toque nela, arraste-a para a mão ou use os botões.",
      "Depois, se quiser, baixe quantos jogos puder. Erga as cartas uma a uma; quando formam um jogo, aparece o botão Baixar. Também dá para arrastá-las para a mesa. Não há mínimo para o primeiro jogo.",
      "Por fim descarte uma carta. A que você tirou do descarte fica marcada e não volta para lá na mesma vez, a não ser que seja a última.",
    ],
  },
  {
    title: "Encaixar",
    text: [
      "Na sua vez você pode completar qualquer jogo da mesa, seu ou dos outros, com cartas da mão: a quarta de um grupo, ou mais cartas nas pontas de uma sequência. Erga a carta e toque no jogo que acendeu, ou solte-a em cima dele. O que está na mesa fica como está: nada volta para a mão nem muda de lugar.",
    ],
    picture: ["JC", "QC", "KC", "+", "TC lit", "AC lit"],
    caption: "Nesta sequência cabem o 10 e o Ás de paus, juntos ou separados.",
  },
  {
    title: "Fim da rodada",
    text: [
      "A rodada acaba quando alguém fica sem cartas: baixando, encaixando ou descartando. Com a opção de sair só descartando, a última carta tem de ir para o descarte.",
      "Se alguém pede uma carta e o monte acabou, vence a mão que vale menos; se houver empate, a da primeira cadeira. O descarte nunca é embaralhado. O mesmo acontece quando todos só pegam do descarte por quatro voltas sem baixar nada.",
    ],
  },
  {
    title: "Pontos",
    text: [
      "Quem vence a rodada marca a soma das mãos dos outros; o que está na mesa não conta. Enquanto a rodada corre você vê quanto a sua mão está pondo em jogo. A partida vai até o limite, 100 se a sala não disser outro, e vence quem chega lá.",
    ],
    table: [
      ["Ás", "1 (ou 11, se a sala quiser)"],
      ["2 a 10", "o que mostram"],
      ["Valete, Dama, Rei", "10"],
    ],
  },
  {
    title: "O relógio",
    text: [
      "Sessenta segundos por vez, se a sala não mudar. Passado o tempo, o servidor compra do monte e descarta por você a carta mais cara que não esteja num jogo. Quem sai deixa um bot no lugar; quem cai e volta retoma a cadeira.",
    ],
  },
];

const en: RulesSection[] = [
  {
    title: "The idea",
    text: [
      "Two to four people, one deck of 52 cards and no jokers. Gather cards into melds, lay them on the table and be the first to empty your hand. Whoever does scores all that is left in the others’ hands.",
      "Two players get seven cards each; three or four get ten. One more card opens the discard.",
    ],
  },
  {
    title: "Sets and runs",
    text: [
      "A set is three or four cards of one rank. A run is three cards or more in order and of one suit. The ace comes after the king and nowhere else: queen, king, ace is a run; ace, 2, 3 is not.",
    ],
    picture: ["9C", "9D", "9S", "|", "5H", "6H", "7H", "8H"],
    caption: "A set of nines and a run of hearts.",
  },
  {
    title: "Your turn",
    text: [
      "First draw: the top card of the stock, face down, or that of the discard, face up. Tap it, drag it to your hand or use the buttons.",
      "Then, if you like, lay down as many melds as you can. Lift the cards one by one; when they make a meld the Meld button appears. You may drag them to the table too. The first meld needs no minimum.",
      "Last, discard a card. The one you took from the discard is marked and cannot go back there in the same turn, unless it is your last.",
    ],
  },
  {
    title: "Laying off",
    text: [
      "On your turn you may complete any meld on the table, yours or another’s, with cards of your hand: the fourth of a set, or more cards at the ends of a run. Lift the card and tap the meld that lights up, or drop it there. What lies on the table stays as it is: nothing comes back to a hand or moves elsewhere.",
    ],
    picture: ["JC", "QC", "KC", "+", "TC lit", "AC lit"],
    caption: "This run takes the 10 and the ace of clubs, together or one by one.",
  },
  {
    title: "The end of a round",
    text: [
      "The round is over when somebody has no cards left: by melding, laying off or discarding. With the option to go out by discarding only, the last card has to go to the discard.",
      "If somebody asks for a card and the stock is gone, the cheapest hand wins; of equal ones that of the first seat. The discard is never shuffled. The same happens when for four rounds everybody only takes the discard and nobody lays anything down.",
    ],
  },
  {
    title: "Points",
    text: [
      "The round’s winner scores the sum of the others’ hands; what lies on the table does not count. While the round runs you see how much your hand puts at stake. The game goes to the limit, 100 unless the room says otherwise, and whoever reaches it wins.",
    ],
    table: [
      ["Ace", "1 (or 11, if the room says so)"],
      ["2 to 10", "as they show"],
      ["Jack, queen, king", "10"],
    ],
  },
  {
    title: "The clock",
    text: [
      "Sixty seconds a turn, unless the room changes it. When time is up the server draws from the stock and discards for you the dearest card that is in no meld. Who leaves has a bot in their place; who drops out and returns takes the seat back.",
    ],
  },
];

export const rulesText: RulesText = { "pt-BR": pt, en };
