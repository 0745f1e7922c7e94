function r(t,n){let e=Math.round(t*100)/100;return e>0?`+${n(e)}`:e===0?"±0":n(e)}export{r as a};
