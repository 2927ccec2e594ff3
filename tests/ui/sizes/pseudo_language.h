#pragma once
// A language for tests: each vowel of what the window says twice, the second one with an accent, so that words are
// about 40 % longer and tell that they were translated. Places, tags and file patterns stay as they are.
#include <QRegularExpression>
#include <QTranslator>

namespace jitterscope {

class PseudoLanguage : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* source, const char*, int) const override {
    if (qstrcmp(context, "Tr") != 0) return {};
    static const QRegularExpression untouched(R"(<[^>]*>|%\d|\(\*[^)]*\)|\\\w)");
    const QString text = QString::fromUtf8(source);
    QString made;
    qsizetype done = 0;
    for (auto each = untouched.globalMatch(text); each.hasNext();) {
      const auto found = each.next();
      made += longer(text.mid(done, found.capturedStart() - done)) + found.captured();
      done = found.capturedEnd();
    }
    return made + longer(text.mid(done));
  }
  static bool is_of_it(const QString& text) {
    static const QRegularExpression accent("[áéíóú]");
    return text.contains(accent);
  }

 private:
  static QString longer(QString text) {
    static const QString kPlain("aeiouAEIOU"), kAccented("áéíóúáéíóú");
    for (qsizetype i = text.size(); i-- > 0;)
      if (const auto vowel = kPlain.indexOf(text[i]); vowel >= 0) text.insert(i + 1, kAccented[vowel]);
    return text;
  }
};

}  // namespace jitterscope
