/** What the tutorial says at each step, in both languages. */

import { catalogue } from "../../i18n/index.svelte";

/** In the order in which they are taught; the same names as in the played game. */
export const LESSONS = [
  "first",
  "second",
  "third",
  "direction",
  "king",
  "sale",
  "jack",
  "suit",
  "tie",
  "joker",
  "build",
  "queen",
  "last",
] as const;
export type Lesson = (typeof LESSONS)[number];

const pt = {
  "tutorial.title": "Aprender Caravana",
  "tutorial.step": "Passo {n, number} de {of, number}",
  "tutorial.leave": "Sair do tutorial",
  "tutorial.master": "Mestre",
  "tutorial.other": "As regras deixam, mas nesta lição tente outra coisa: {task}",
  "tutorial.waiting": "O Mestre pensa na resposta…",
  "tutorial.read": "Entendi",
  "tutorial.lesson": "Por quê?",
  "tutorial.done.title": "Três pares vendidos!",
  "tutorial.done":
    "Você venceu com as mesmas regras de uma partida de verdade. Faltou pouco: na sua vez você também pode descartar uma carta ou desfazer uma rota inteira.",
  "tutorial.again": "Repetir",
  "tutorial.rules": "Ler as regras",
  "tutorial.play": "Jogar de verdade",

  "tutorial.first.title": "A abertura",
  "tutorial.first":
    "Você tem três rotas, o Mestre também, e cada uma encara a outra. Nas três primeiras vezes cada um põe uma carta numérica numa rota vazia. Figuras esperam: estão apagadas.",
  "tutorial.first.task": "Erga o 5 de copas e ponha-o na rota 1.",
  "tutorial.second.title": "Mais uma",
  "tutorial.second":
    "O número na placa é o total da rota. Para vender, ela precisa somar de 21 a 26 e ganhar da que está na frente.",
  "tutorial.second.task": "Ponha o 7 de espadas na rota 2.",
  "tutorial.third.title": "A última da abertura",
  "tutorial.third": "Na abertura não se compra carta; por isso a mão vai diminuindo até cinco.",
  "tutorial.third.task": "Ponha o 3 de ouros na rota 3.",
  "tutorial.direction.title": "Direção",
  "tutorial.direction":
    "Agora vale tudo, e depois de cada jogada você compra. A segunda carta de uma rota dá a direção: maior que a primeira, sobe; menor, desce. Daí em diante é preciso seguir.",
  "tutorial.direction.task": "Ponha o 9 de copas sobre o 5, na rota 1: ela passa a subir.",
  "tutorial.king.title": "O Rei",
  "tutorial.king":
    "O Mestre faz a dele descer. Figuras vão sobre uma carta numérica, em qualquer rota dos dois lados. O Rei dobra a carta em que está.",
  "tutorial.king.task": "Ponha o Rei de espadas sobre o seu 7 de espadas.",
  "tutorial.sale.title": "À venda",
  "tutorial.sale":
    "O 7 agora vale 14. Volte à rota 1: ela sobe e soma 14. Um 10 a leva a 24, dentro da faixa, e a do Mestre tem só 13.",
  "tutorial.sale.task": "Ponha o 10 de espadas na rota 1.",
  "tutorial.jack.title": "Sobrecarga, e o Valete",
  "tutorial.jack":
    "O Mestre pôs um Rei no seu 9: 33, acima de 26, e nada se vende. O Valete leva embora a carta em que é jogado, com tudo que está nela.",
  "tutorial.jack.task": "Jogue o Valete de ouros sobre o seu 9 de copas.",
  "tutorial.suit.title": "O naipe abre caminho",
  "tutorial.suit":
    "Sobraram 5 e 10, subindo: nenhum número passa de 10. Mas carta do naipe atual, o da última, entra para qualquer lado. O naipe atual é espadas. E o Mestre acaba de vender a rota 2.",
  "tutorial.suit.task": "Ponha o 6 de espadas na rota 1: 21, vendida.",
  "tutorial.tie.title": "Empate não vende",
  "tutorial.tie":
    "Na rota 2 o Mestre tem 23 e você 14, com o Rei. Se as duas valerem o mesmo, nenhuma vende.",
  "tutorial.tie.task": "Ponha o 9 de ouros na rota 2 e empate em 23.",
  "tutorial.joker.title": "O Coringa",
  "tutorial.joker":
    "O Mestre esperou. O Coringa, numa carta de 2 a 10, tira da mesa todas as outras daquele valor; num Ás, todas as outras do naipe. A carta que o recebe fica. O Mestre tem um 5 na rota 2, e você um 5 na rota 1.",
  "tutorial.joker.task": "Ponha o Coringa sobre o seu 5 de copas.",
  "tutorial.build.title": "A terceira rota",
  "tutorial.build":
    "O 5 dele sumiu: a rota 2 é sua. A partida acaba quando os três pares têm uma rota vendida. Falta o terceiro.",
  "tutorial.build.task": "Ponha o 10 de copas na rota 3.",
  "tutorial.queen.title": "A Dama",
  "tutorial.queen":
    "A rota 3 sobe e já está no 10. A Dama vai na última carta: inverte a direção e traz o próprio naipe.",
  "tutorial.queen.task": "Ponha a Dama de paus sobre o 10 de copas.",
  "tutorial.last.title": "Fechar negócio",
  "tutorial.last": "Agora a rota 3 desce. Um 8 a leva a 21, e nos três pares a maior é a sua.",
  "tutorial.last.task": "Ponha o 8 de espadas na rota 3.",
} as const;

export type TutorialKey = keyof typeof pt;

const en: Record<TutorialKey, string> = {
  "tutorial.title": "Learn Caravan",
  "tutorial.step": "Step {n, number} of {of, number}",
  "tutorial.leave": "Leave the tutorial",
  "tutorial.master": "Master",
  "tutorial.other": "The rules allow that, but for this lesson try something else: {task}",
  "tutorial.waiting": "The Master is thinking…",
  "tutorial.read": "Got it",
  "tutorial.lesson": "Why?",
  "tutorial.done.title": "Three pairs sold!",
  "tutorial.done":
    "You won by the very rules of a real game. One thing more: on your turn you may also discard a card, or disband a whole route.",
  "tutorial.again": "Once more",
  "tutorial.rules": "Read the rules",
  "tutorial.play": "Play for real",

  "tutorial.first.title": "The opening",
  "tutorial.first":
    "You have three routes, so has the Master, and each faces another. On the first three turns everyone puts a number card on an empty route. Figures wait: they are dimmed.",
  "tutorial.first.task": "Lift the 5 of hearts and put it on route 1.",
  "tutorial.second.title": "One more",
  "tutorial.second":
    "The number on the sign is the route’s total. To be sold it has to add up to 21 to 26 and beat the one that faces it.",
  "tutorial.second.task": "Put the 7 of spades on route 2.",
  "tutorial.third.title": "The last of the opening",
  "tutorial.third": "Nothing is drawn in the opening; so the hand comes down to five.",
  "tutorial.third.task": "Put the 3 of diamonds on route 3.",
  "tutorial.direction.title": "Direction",
  "tutorial.direction":
    "Now everything goes, and after each move you draw. A route’s second card gives the direction: greater than the first, up; smaller, down. From then on you have to follow it.",
  "tutorial.direction.task": "Put the 9 of hearts on the 5, on route 1: it goes up from now on.",
  "tutorial.king.title": "The king",
  "tutorial.king":
    "The Master’s goes down. Figures go on a number card, on any route of either side. A king doubles the card it lies on.",
  "tutorial.king.task": "Put the king of spades on your 7 of spades.",
  "tutorial.sale.title": "For sale",
  "tutorial.sale":
    "The 7 is worth 14 now. Back to route 1: it goes up and has 14. A 10 brings it to 24, within the range, and the Master’s has only 13.",
  "tutorial.sale.task": "Put the 10 of spades on route 1.",
  "tutorial.jack.title": "Overloaded, and the jack",
  "tutorial.jack":
    "The Master put a king on your 9: 33, above 26, and nothing is sold. A jack takes away the card it is played on, with all that lies on it.",
  "tutorial.jack.task": "Play the jack of diamonds on your 9 of hearts.",
  "tutorial.suit.title": "Suit opens a way",
  "tutorial.suit":
    "5 and 10 are left, going up: no number is above 10. But a card of the current suit, the last card’s, goes either way. The current suit is spades. And the Master has just sold route 2.",
  "tutorial.suit.task": "Put the 6 of spades on route 1: 21, sold.",
  "tutorial.tie.title": "A tie sells nothing",
  "tutorial.tie":
    "On route 2 the Master has 23 and you 14, with the king. If both are worth the same, neither is sold.",
  "tutorial.tie.task": "Put the 9 of diamonds on route 2 and tie at 23.",
  "tutorial.joker.title": "The joker",
  "tutorial.joker":
    "The Master waited. A joker on a card from 2 to 10 takes all others of that value off the table; on an ace, all others of its suit. The card that gets it stays. The Master has a 5 on route 2, and you have one on route 1.",
  "tutorial.joker.task": "Put the joker on your 5 of hearts.",
  "tutorial.build.title": "The third route",
  "tutorial.build":
    "The Master’s 5 is gone: route 2 is yours. The game is over once all three pairs have a sold route. The third is missing.",
  "tutorial.build.task": "Put the 10 of hearts on route 3.",
  "tutorial.queen.title": "The queen",
  "tutorial.queen":
    "Route 3 goes up and is at 10 already. A queen goes on the last card: she turns the direction and brings her own suit.",
  "tutorial.queen.task": "Put the queen of clubs on the 10 of hearts.",
  "tutorial.last.title": "Close the deal",
  "tutorial.last":
    "Route 3 goes down now. An 8 brings it to 21, and in all three pairs yours is the greater.",
  "tutorial.last.task": "Put the 8 of spades on route 3.",
};

export const tt = catalogue(pt, en);
