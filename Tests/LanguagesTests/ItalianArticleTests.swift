import Languages
import Testing

@Suite struct ItalianArticleTests {
    @Test(arguments: [
        ("il ", "8 mag 2026", "l’8 mag 2026"), ("Il ", "11 gen", "L’11 gen"), ("il ", "7 mag", "il 7 mag"),
        ("chiusura del ", "8 mag", "chiusura dell’8 mag"), ("dal ", "11 mag", "dall’11 mag"), ("al ", "18 mag", "al 18 mag"),
        ("del ", "80%", "dell’80%"), ("oltre il ", "1%", "oltre l’1%"), ("del ", "0,5%", "dello 0,5%"), ("al ", "0%", "allo 0%"),
        ("il ", "1.000", "il 1.000"), ("il ", "11.000", "l’11.000"), ("il ", "110", "il 110"), ("del ", "112", "del 112"),
        ("tutti i ", "80", "tutti gli 80"), ("I ", "8", "Gli 8"), ("dei ", "11", "degli 11"), ("nei ", "12", "nei 12"),
        ("sul ", "BTC", "sul BTC"), ("April ", "8", "April 8"), ("", "8", "8"), ("il", "8", "il8"), ("il ", "", "il "),
    ]) func articlesSuitTheNumber(before: String, value: String, whole: String) {
        var text = before
        ItalianArticle.suit(&text, to: value)
        #expect(text + value == whole)
    }
}
