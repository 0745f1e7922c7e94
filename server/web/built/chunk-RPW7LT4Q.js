import{a as c,h as p}from"./chunk-BHCY3QAK.js";import{d as o}from"./chunk-4MW3KWCJ.js";function l(t){let n=c("span",{class:"quiet small","aria-hidden":"true"});return c("div",{class:"buttons unprinted"},c("span",{class:"quiet small"},o("copy")),Object.entries(t).map(([i,r])=>c("button",{type:"button",onclick:async()=>{await p(r(),o("copied",{what:o(`copy ${i}`)})),n.textContent=o("copied",{what:o(`copy ${i}`)})}},o(`copy ${i}`))),n)}var e=t=>/[",\n;]/.test(String(t))?`"${String(t).replaceAll('"','""')}"`:String(t??""),u=t=>t.map(n=>n.map(e).join(",")).join(`
`)+`
`;function y(t,n){let i=JSON.stringify(n,null,2).replaceAll("'","'\\''");return`curl '${location.origin}${t}' \\
  -H "X-API-Key: $PAYSLATE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${i}'`}var $=(t,n)=>`${location.origin}/#/${t}?s=${n}`;export{l as a,u as b,y as c,$ as d};
