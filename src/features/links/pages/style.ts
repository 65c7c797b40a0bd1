/** The pages' only style: nothing is loaded, and without it they read as plain text. */
export const STYLE =
  ":root{color-scheme:light dark}" +
  "body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;" +
  "background:light-dark(#f5f8f7,#111816);color:light-dark(#1c2523,#dfe7e4);" +
  'font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}' +
  "main{box-sizing:border-box;width:100%;max-width:26rem;padding:2rem 1.5rem 12vh;" +
  "text-align:center;overflow-wrap:anywhere}" +
  "svg{width:4rem;height:4rem;padding:1rem;box-sizing:border-box;border-radius:50%;" +
  "background:light-dark(#e3f3ee,#173029);color:light-dark(#0b6e58,#5fd3b3)}" +
  "h1{margin:1.25rem 0 .5rem;font-size:1.5rem;line-height:1.25;text-wrap:balance}" +
  "h2{margin:2.5rem 0 .5rem;font-size:1rem}" +
  "p{margin:0;color:light-dark(#55625e,#9fb0aa);text-wrap:balance}" +
  "a{color:light-dark(#0b6e58,#5fd3b3)}" +
  "strong{color:light-dark(#1c2523,#dfe7e4)}" +
  ".from{margin-top:1.25rem;font-weight:600}" +
  ".from+h1{margin-top:.25rem}" +
  ".saved{margin:1rem 0;padding:.5rem 1rem;border-radius:.5rem;" +
  "background:light-dark(#e3f3ee,#173029);color:inherit}" +
  "ul{margin:0;padding:0;list-style:none;color:light-dark(#55625e,#9fb0aa)}" +
  "button,.button{display:inline-block;box-sizing:border-box;min-height:2.75rem;" +
  "margin-top:1.5rem;padding:.5rem 1.5rem;border:0;border-radius:.5rem;font:inherit;" +
  "font-weight:600;cursor:pointer;text-decoration:none;" +
  "background:light-dark(#0b6e58,#5fd3b3);color:light-dark(#fff,#0d1513)}" +
  ":focus-visible{outline:3px solid light-dark(#1c2523,#dfe7e4);outline-offset:2px}" +
  ".aside{margin-top:2.5rem}" +
  "footer{margin-top:2rem}" +
  ".aside+footer{margin-top:0}";
