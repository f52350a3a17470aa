<<<<<<<< HEAD:dist/review-yUjamN0u.js
export{t as runCheck,n as runDiff,r as runEstimate,i as runReview}from"./judge-C8FTwnZl.js";
========
export{t as runCheck,n as runDiff,r as runEstimate,i as runReview}from"./judge-CR-Erfs1.js";
>>>>>>>> 59f16d5a (Write the comments of the simulation, scheduling, clouds and escaping in plain English):dist/review-BOwMTwhf.js
